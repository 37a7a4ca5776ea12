// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.FailureLog;

/**
 * Whether the queue of a consumer is paused, as far as is known. Each read of the reader
 * brings the answer with it. A consumer that does not read, because it has no room or
 * because the queue is paused, asks once a second.
 */
final class Pausing {

	private static final Logger logger = LoggerFactory.getLogger(Pausing.class);

	private static final long TICK_MILLIS = 1000;

	private final QueueConsumer consumer;

	private final GroupStore store;

	private final Background background;

	private volatile boolean paused;

	/** When the answer came, by the monotonic clock. */
	private volatile long knownAt = System.nanoTime();

	Pausing(QueueConsumer consumer, GroupStore store, Background background) {
		this.consumer = consumer;
		this.store = store;
		this.background = background;
	}

	void start() {
		later();
	}

	boolean isPaused() {
		return this.paused;
	}

	/**
	 * Applies an answer of the server.
	 * @param now whether the queue is paused
	 * @param asked the time from which on the server may have looked
	 */
	void seen(boolean now, long asked) {
		boolean changed = this.paused != now;
		if (changed && this.knownAt - asked > 0) {
			// Another answer came meanwhile, and may be newer.
			return;
		}
		this.knownAt = System.nanoTime();
		this.paused = now;
		if (changed) {
			this.consumer.pausedOrResumed(now);
			logger.info("Queue '{}' is {}", this.consumer.holdings().queue().name(),
					now ? "paused; its messages wait" : "resumed");
		}
	}

	/**
	 * Asks the server.
	 * @return completes when the answer was applied, or when there is none
	 */
	CompletionStage<Boolean> ask() {
		long asked = System.nanoTime();
		return this.store.isPaused().handle((now, failure) -> {
			if (failure == null) {
				seen(now, asked);
			}
			else {
				FailureLog.debug(logger, failure, "Cannot see whether a queue is paused; retrying");
			}
			return this.paused;
		});
	}

	private void later() {
		try {
			this.background.timer().schedule(this::tick, TICK_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down");
		}
	}

	private void tick() {
		if (this.consumer.isStopped()) {
			return;
		}
		later();
		if (this.paused) {
			// One may have been handed on at the moment of the pause.
			this.consumer.giveBack();
			ask();
		}
		else if (!this.consumer.holdings().isEmpty()
				&& System.nanoTime() - this.knownAt >= TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS / 2)) {
			ask();
		}
	}

}
