package io.github.rediscomponents.sample.order;

import java.nio.charset.StandardCharsets;

import io.github.rediscomponents.queue.StreamQueue;
import io.github.rediscomponents.queue.StreamQueueSettings;
import io.github.rediscomponents.queue.StreamQueues;
import io.github.rediscomponents.support.LiveSettings;
import org.springframework.stereotype.Component;

/**
 * The queue of each sale: the orders that were accepted and are not stored yet, in the
 * slot of the sale's own keys.
 */
@Component
class SaleQueues {

	private static final String NAME = "orders";

	private final StreamQueues queues;

	private final LiveSettings<StreamQueueSettings> settings;

	SaleQueues(StreamQueues queues, SaleProperties properties) {
		this.queues = queues;
		// An order is not given up because the database is away for long, and a dead
		// letter is somebody's order.
		this.settings = new LiveSettings<>(StreamQueueSettings.DEFAULTS.withVisibility(properties.visibility())
			.withMaxDeliveries(1000)
			.withBackoff(properties.backoff(), properties.maxBackoff())
			.withMaxDeadLetters(0)
			.withUnreadableRetry(properties.unreadableRetry()));
	}

	static String tag(long voucherId) {
		return "sale:" + voucherId;
	}

	StreamQueue<SaleOrder> of(long voucherId) {
		return this.queues.queue(NAME, tag(voucherId), SaleOrder.class, this.settings);
	}

	String payload(SaleOrder order) {
		return new String(of(order.voucherId()).payload(order), StandardCharsets.UTF_8);
	}

}
