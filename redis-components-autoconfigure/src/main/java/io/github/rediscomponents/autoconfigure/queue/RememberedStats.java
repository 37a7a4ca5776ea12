// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.FailureLog;

/**
 * Caches the statistics of one queue for gauges. A read never waits for Redis: it returns
 * the cached value and reloads it in the background if it is ten seconds old. A value
 * older than a minute is discarded.
 *
 * @param <S> the statistics
 */
final class RememberedStats<S> {

	private static final Logger logger = LoggerFactory.getLogger(RememberedStats.class);

	private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

	private static final long STALE_NANOS = TimeUnit.MINUTES.toNanos(1);

	private final Supplier<S> ask;

	private final Executor workers;

	private final LongSupplier nanos;

	private final AtomicBoolean asking = new AtomicBoolean();

	private volatile @Nullable Known<S> known;

	/** Start of the last attempt, null before the first. */
	private volatile @Nullable Long asked;

	RememberedStats(Supplier<S> ask, Executor workers, LongSupplier nanos) {
		this.ask = ask;
		this.workers = workers;
		this.nanos = nanos;
	}

	/**
	 * Returns one of the statistics.
	 * @return the value, or NaN if it is unknown
	 */
	double value(ToDoubleFunction<S> which) {
		long now = this.nanos.getAsLong();
		Long last = this.asked;
		if ((last == null || now - last >= FRESH_NANOS) && this.asking.compareAndSet(false, true)) {
			this.asked = now;
			askAnew(now);
		}
		Known<S> present = this.known;
		return (present != null && now - present.at() < STALE_NANOS) ? which.applyAsDouble(present.stats())
				: Double.NaN;
	}

	private void askAnew(long now) {
		try {
			this.workers.execute(() -> {
				try {
					this.known = new Known<>(this.ask.get(), now);
				}
				catch (RedisComponentsException | IllegalArgumentException ex) {
					logger.debug("Cannot read the statistics of a queue", FailureLog.describable(ex));
				}
				finally {
					this.asking.set(false);
				}
			});
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// Shut down, or there is no thread for it.
			this.asking.set(false);
			FailureLog.debug(logger, ex, "Cannot read the statistics of a queue now");
		}
	}

	private record Known<S>(S stats, long at) {

	}

}
