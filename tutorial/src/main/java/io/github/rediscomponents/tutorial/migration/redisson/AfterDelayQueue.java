// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.time.Duration;

import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.ScheduleOptions;
import io.github.rediscomponents.tutorial.queue.Handler;

/**
 * The same with a {@link DelayQueue}.
 */
public class AfterDelayQueue {

	private final DelayQueue<String> unpaid;

	public AfterDelayQueue(DelayQueue<String> unpaid) {
		this.unpaid = unpaid;
	}

	public void ordered(String order, Duration delay) {
		this.unpaid.schedule(order, delay, ScheduleOptions.id(order));
	}

	public boolean paid(String order) {
		return this.unpaid.cancel(order);
	}

	public QueueSubscription close(Handler handler) {
		return this.unpaid.subscribe((delivery) -> handler.handle(delivery.value()), SubscribeOptions.DEFAULTS);
	}

}
