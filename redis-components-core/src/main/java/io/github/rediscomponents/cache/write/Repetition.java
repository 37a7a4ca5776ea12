// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.FailureLog;

/**
 * Repeats the invalidations of one cache after pauses that grow, as long as there are
 * any. A cache that Redis refuses does not delay the others.
 */
final class Repetition {

	private static final Logger logger = LoggerFactory.getLogger(Repetition.class);

	private static final long FIRST_PAUSE_MILLIS = 100;

	/** While Redis does not answer; a try then costs little. */
	private static final long LONGEST_PAUSE_MILLIS = 1000;

	/** While Redis refuses. */
	private static final long LONGEST_REFUSED_PAUSE_MILLIS = 10_000;

	private final FailureLog failures = new FailureLog(logger);

	private final FailedInvalidations queue = new FailedInvalidations(this::schedule);

	private final AtomicBoolean scheduled = new AtomicBoolean();

	private final String cache;

	private final Background background;

	/** Written by the one run that is under way. */
	private volatile long pauseMillis = FIRST_PAUSE_MILLIS;

	private volatile boolean closed;

	Repetition(String cache, Background background) {
		this.cache = cache;
		this.background = background;
	}

	FailedInvalidations queue() {
		return this.queue;
	}

	/**
	 * Repeats after a pause, unless that is planned already.
	 */
	private void schedule() {
		if (this.closed || !this.scheduled.compareAndSet(false, true)) {
			return;
		}
		try {
			this.background.timer().schedule(this::start, this.pauseMillis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// Shut down, or there is no thread for it: the next failure tries again.
			this.scheduled.set(false);
			FailureLog.debug(logger, ex, "Queued invalidations are not repeated now");
		}
	}

	private void start() {
		try {
			this.background.workers().execute(this::run);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			this.scheduled.set(false);
			schedule();
		}
	}

	private void run() {
		long longest = LONGEST_REFUSED_PAUSE_MILLIS;
		try {
			longest = this.closed ? 0 : replay();
		}
		finally {
			this.pauseMillis = (longest == 0) ? FIRST_PAUSE_MILLIS : Math.min(2 * this.pauseMillis, longest);
			this.scheduled.set(false);
			if (!this.queue.isEmpty()) {
				schedule();
			}
		}
	}

	/**
	 * Repeats all.
	 * @return the longest pause after it, in milliseconds; 0 if nothing failed
	 */
	private long replay() {
		try {
			int done = this.queue.replay();
			if (done > 0) {
				logger.info("Redis has taken {} invalidations of cache '{}' that had failed", done, this.cache);
			}
			return 0;
		}
		catch (RedisComponentsException ex) {
			return (ex instanceof RedisCommandException) ? LONGEST_REFUSED_PAUSE_MILLIS : LONGEST_PAUSE_MILLIS;
		}
		catch (Throwable ex) {
			this.failures.warn(ex, "Invalidations of cache '{}' could not be repeated", this.cache);
			return LONGEST_REFUSED_PAUSE_MILLIS;
		}
	}

	/** Ends the repetitions. */
	void close() {
		this.closed = true;
	}

	/**
	 * Repeats for the last time.
	 * @param deadlineNanos after which no more is sent, by the monotonic clock
	 */
	void replayUntil(long deadlineNanos) {
		try {
			this.queue.replayUntil(deadlineNanos);
		}
		catch (RuntimeException ex) {
			FailureLog.debug(logger, ex, "The last invalidations of cache '{}' failed", this.cache);
		}
	}

	/** Logs what is left. */
	void reportLeft() {
		if (this.queue.isEverything()) {
			logger.warn("Cache '{}' could not be cleared before the client was closed; "
					+ "its old values are served until they expire", this.cache);
		}
		else if (!this.queue.isEmpty()) {
			logger.warn("Invalidations of cache '{}' that did not succeed before the client was closed: {}; "
					+ "the old values are served until they expire", this.cache, this.queue.size());
		}
	}

}
