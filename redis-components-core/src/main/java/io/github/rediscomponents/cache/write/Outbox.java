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
import io.github.rediscomponents.cache.QueuedInvalidations;
import io.github.rediscomponents.support.FailureLog;

/**
 * The invalidations of one client that failed, and are repeated until they succeed. They
 * are in the memory of the process.
 *
 * @since 1.0.0
 */
public final class Outbox implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Outbox.class);

	private static final long LAST_TRY_NANOS = TimeUnit.SECONDS.toNanos(2);

	private final Map<String, Repetition> byCache = new ConcurrentHashMap<>();

	private final AtomicBoolean closed = new AtomicBoolean();

	private final Background background;

	public Outbox(Background background) {
		this.background = background;
	}

	/**
	 * Returns the queue of a cache.
	 */
	public FailedInvalidations of(String cache) {
		return this.byCache.computeIfAbsent(cache, (name) -> new Repetition(name, this.background)).queue();
	}

	public boolean isEmpty() {
		for (Repetition one : this.byCache.values()) {
			if (!one.queue().isEmpty()) {
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
		for (Repetition one : this.byCache.values()) {
			count += one.queue().size();
			long first = one.queue().oldest(now);
			oldest = (first - oldest < 0) ? first : oldest;
		}
		return new QueuedInvalidations(count, Duration.ofNanos(now - oldest));
	}

	/**
	 * Tries once more, for two seconds at most, and logs what is left.
	 */
	@Override
	public void close() {
		if (!this.closed.compareAndSet(false, true)) {
			return;
		}
		this.byCache.values().forEach(Repetition::close);
		if (isEmpty()) {
			return;
		}
		long deadline = System.nanoTime() + LAST_TRY_NANOS;
		try {
			await(this.background.workers().submit(() -> replayUntil(deadline)), deadline);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			replayUntil(deadline);
		}
		this.byCache.values().forEach(Repetition::reportLeft);
	}

	private void replayUntil(long deadline) {
		this.byCache.values().forEach((one) -> one.replayUntil(deadline));
	}

	private static void await(Future<?> last, long deadline) {
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
				FailureLog.debug(logger, ex, "The last try did not end");
				break;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
