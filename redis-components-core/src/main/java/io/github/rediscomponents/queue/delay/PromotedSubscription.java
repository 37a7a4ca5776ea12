// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.time.Duration;

import io.github.rediscomponents.queue.QueueSubscription;

/**
 * A subscription during which this process promotes.
 */
record PromotedSubscription(QueueSubscription handling, Promotion promotion) implements QueueSubscription {

	@Override
	public boolean stop(Duration patience) {
		// A task that this process would no longer handle can still be cancelled.
		this.promotion.beginStop();
		return this.handling.stop(patience);
	}

	@Override
	public boolean isRunning() {
		return this.handling.isRunning();
	}

}
