// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.queue;

import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.task.TaskQueue;

/**
 * The same with a {@link TaskQueue}.
 */
public class TaskQueueOrders {

	private final TaskQueue<String> orders;

	public TaskQueueOrders(TaskQueue<String> orders) {
		this.orders = orders;
	}

	public void add(String order) {
		this.orders.enqueue(order, PublishOptions.id(order));
	}

	public QueueSubscription handle(Handler handler) {
		return this.orders.subscribe((delivery) -> handler.handle(delivery.value()), SubscribeOptions.DEFAULTS);
	}

}
