// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.template;

import java.time.Duration;

import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.ScheduleOptions;
import io.github.rediscomponents.tutorial.queue.Handler;

/**
 * Orders that are closed unless they are paid in time, in a {@link DelayQueue}.
 */
public class AfterUnpaid {

	private final DelayQueue<String> unpaid;

	public AfterUnpaid(DelayQueue<String> unpaid) {
		this.unpaid = unpaid;
	}

	public void ordered(String order, Duration delay) {
		this.unpaid.schedule(order, delay, ScheduleOptions.id(order));
	}

	public void paid(String order) {
		this.unpaid.cancel(order);
	}

	public QueueSubscription closeDue(Handler handler) {
		return this.unpaid.subscribe((delivery) -> handler.handle(delivery.value()), SubscribeOptions.DEFAULTS);
	}

}
