// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.QueuedInvalidations;
import io.github.rediscomponents.support.FailureLog;

/**
 * Repeats the invalidations of one client that failed, after pauses that grow, until they
 * succeed. They are in the memory of the process.
 *
 * @since 0.1.0
 */
public final class Outbox implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Outbox.class);

	private static final long FIRST_PAUSE_MILLIS = 100;

	/** While Redis does not answer; a try then costs little. */
	private static final long LONGEST_PAUSE_MILLIS = 1000;

	/** While Redis refuses. */
	private static final long LONGEST_REFUSED_PAUSE_MILLIS = 10_000;

	private static final long LAST_TRY_NANOS = TimeUnit.SECONDS.toNanos(2);

	private final FailureLog failures = new FailureLog(logger);

	private final Map<String, FailedInvalidations> byCache = new ConcurrentHashMap<>();

	private final AtomicBoolean scheduled = new AtomicBoolean();

	private final AtomicBoolean closed = new AtomicBoolean();

	private final Background background;

	/** Written by the one run that is under way. */
	private volatile long pauseMillis = FIRST_PAUSE_MILLIS;

	public Outbox(Background background) {
		this.background = background;
	}

	/**
	 * Returns the queue of a cache.
	 */
	public FailedInvalidations of(String cache) {
		return this.byCache.computeIfAbsent(cache, (name) -> new FailedInvalidations(this));
	}

	public boolean isEmpty() {
		for (FailedInvalidations queue : this.byCache.values()) {
			if (!queue.isEmpty()) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Returns how many are waiting, and since when.
	 */
	public QueuedInvalidations state() {
		long now = System.nanoTime();
		long count = 0;
		long oldest = now;
		for (FailedInvalidations queue : this.byCache.values()) {
			count += queue.size();
			long first = queue.oldest(now);
			oldest = (first - oldest < 0) ? first : oldest;
		}
		return new QueuedInvalidations(count, Duration.ofNanos(now - oldest));
	}

	/**
	 * Repeats after a pause, unless that is planned already.
	 */
	void schedule() {
		if (this.closed.get() || !this.scheduled.compareAndSet(false, true)) {
			return;
		}
		try {
			this.background.timer().schedule(this::start, this.pauseMillis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// Shut down, or there is no thread for it: the next failure tries again.
			this.scheduled.set(false);
			logger.debug("Queued invalidations are not repeated now", ex);
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
		if (!this.closed.get()) {
			long longest = replay();
			this.pauseMillis = (longest == 0) ? FIRST_PAUSE_MILLIS : Math.min(2 * this.pauseMillis, longest);
		}
		this.scheduled.set(false);
		if (!isEmpty()) {
			schedule();
		}
	}

	/**
	 * Repeats all.
	 * @return the longest pause after it, in milliseconds; 0 if nothing failed
	 */
	private long replay() {
		long longest = 0;
		for (Map.Entry<String, FailedInvalidations> one : this.byCache.entrySet()) {
			try {
				int done = one.getValue().replay();
				if (done > 0) {
					logger.info("Redis has taken {} invalidations of cache '{}' that had failed", done, one.getKey());
				}
			}
			catch (RedisComponentsException ex) {
				longest = Math.max(longest,
						(ex instanceof RedisCommandException) ? LONGEST_REFUSED_PAUSE_MILLIS : LONGEST_PAUSE_MILLIS);
			}
			catch (Throwable ex) {
				this.failures.warn(ex, "Invalidations of cache '{}' could not be repeated", one.getKey());
				longest = LONGEST_REFUSED_PAUSE_MILLIS;
			}
		}
		return longest;
	}

	/**
	 * Tries once more, for two seconds at most, and logs what is left.
	 */
	@Override
	public void close() {
		if (!this.closed.compareAndSet(false, true) || isEmpty()) {
			return;
		}
		try {
			await(this.background.workers().submit(this::replay));
		}
		catch (RejectedExecutionException ex) {
			replay();
		}
		this.byCache.forEach((cache, queue) -> {
			if (queue.isEverything()) {
				logger.warn("Cache '{}' could not be cleared before the client was closed; "
						+ "its old values are served until they expire", cache);
			}
			else if (!queue.isEmpty()) {
				logger.warn("{} keys of cache '{}' could not be invalidated before the client was closed; "
						+ "their old values are served until they expire", queue.size(), cache);
			}
		});
	}

	private static void await(Future<?> last) {
		long deadline = System.nanoTime() + LAST_TRY_NANOS;
		boolean interrupted = false;
		while (true) {
			try {
				last.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
				break;
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
			catch (TimeoutException | ExecutionException ex) {
				logger.debug("The last try did not end", ex);
				break;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
