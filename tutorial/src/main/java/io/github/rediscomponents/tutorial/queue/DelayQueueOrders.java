// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.queue;

import java.time.Duration;

import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.ScheduleOptions;

/**
 * The same with a {@link DelayQueue}.
 */
public class DelayQueueOrders {

	private final DelayQueue<String> unpaid;

	public DelayQueueOrders(DelayQueue<String> unpaid) {
		this.unpaid = unpaid;
	}

	public void add(String order, Duration delay) {
		this.unpaid.schedule(order, delay, ScheduleOptions.id(order));
	}

	public void paid(String order) {
		this.unpaid.cancel(order);
	}

	public QueueSubscription handle(Handler handler) {
		return this.unpaid.subscribe((delivery) -> handler.handle(delivery.value()), SubscribeOptions.DEFAULTS);
	}

}
