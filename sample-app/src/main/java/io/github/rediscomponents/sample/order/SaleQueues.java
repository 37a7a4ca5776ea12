// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.nio.charset.StandardCharsets;

import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import org.springframework.stereotype.Component;

/**
 * The queue of each sale with its accepted orders that are not stored yet, in the slot of
 * the sale's keys.
 */
@Component
class SaleQueues {

	private static final String NAME = "orders";

	private final StreamQueues queues;

	private final WorkQueueSettings settings;

	SaleQueues(StreamQueues queues, SaleProperties properties) {
		this.queues = queues;
		// A long outage of the database must not end the retries, and a dead letter is
		// the order of a user.
		this.settings = WorkQueueSettings.defaults()
			.withVisibility(properties.visibility())
			.withMaxDeliveries(1000)
			.withBackoff(properties.backoff(), properties.maxBackoff())
			.withMaxDeadLetters(0)
			.withUnreadableRetry(properties.unreadableRetry());
	}

	static String tag(long voucherId) {
		return "sale:" + voucherId;
	}

	StreamQueue<SaleOrder> of(long voucherId) {
		return this.queues.get(NAME, tag(voucherId), SaleOrder.class, this.settings);
	}

	String payload(SaleOrder order) {
		return new String(of(order.voucherId()).payload(order), StandardCharsets.UTF_8);
	}

}
