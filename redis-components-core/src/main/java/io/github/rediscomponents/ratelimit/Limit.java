// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

import org.jspecify.annotations.Nullable;

/**
 * An amount per period, counted by one algorithm. Immutable.
 *
 * @param algorithm the algorithm that counts
 * @param limit how much per period, at least 1; at most 1000 per microsecond, for
 * {@link Algorithm#SLIDING_WINDOW_LOG} at most 100,000
 * @param period the length of a window, or the time in which a bucket regains
 * {@code limit}: whole milliseconds, from 1 millisecond to 366 days, for
 * {@link Algorithm#GCRA} to 103 days
 * @param burst how much an unused bucket admits at once, at least 1; equal to
 * {@code limit} for the window algorithms
 * @since 1.0.0
 */
public record Limit(Algorithm algorithm, long limit, Duration period, long burst) {

	private static final Duration SHORTEST = Duration.ofMillis(1);

	private static final Duration LONGEST = Duration.ofDays(366);

	/** Up to this integer a number of Lua is exact. */
	private static final long EXACT = 1L << 53;

	/** So that 2^53 nanoseconds hold a bucket and a day of waiting. */
	private static final Duration MOST_GCRA = Duration.ofDays(103);

	private static final long MOST_LOG = 100_000;

	/**
	 * Checks that the script can count the limit exactly.
	 * @throws IllegalArgumentException if a component is out of its range, if a window
	 * algorithm has a burst that is not the limit, or if the numbers together leave the
	 * range in which the algorithm is exact: an empty bucket must fill within 103 days
	 * ({@link Algorithm#GCRA}) or 366 days; for the other buckets and
	 * {@link Algorithm#SLIDING_WINDOW_COUNTER}, {@code limit} and {@code burst} times
	 * {@code period} must not be above 2^53 microseconds, or 2^53 milliseconds for
	 * periods of more than a minute
	 */
	public Limit {
		check(algorithm != null, "algorithm must not be null");
		check(period != null, "period must not be null");
		check(period.compareTo(SHORTEST) >= 0 && period.compareTo(LONGEST) <= 0,
				"period must be between 1ms and 366d, was " + period);
		check(period.getNano() % 1_000_000 == 0, "period must be whole milliseconds, was " + period);
		check(limit >= 1, "limit must be at least 1, was " + limit);
		check(burst >= 1, "burst must be at least 1, was " + burst);
		check(algorithm.hasBurst() || burst == limit,
				"burst is for gcra, token-bucket and leaky-bucket, not for " + algorithm.label());
		check(limit <= period.toMillis() * 1_000_000,
				"limit must be at most 1000 per microsecond of the period, was " + limit + " per " + period);
		switch (algorithm) {
			case GCRA -> {
				check(period.compareTo(MOST_GCRA) <= 0, "period must be at most 103d for gcra, was " + period);
				checkFilling(limit, period, burst, MOST_GCRA);
			}
			case TOKEN_BUCKET, LEAKY_BUCKET -> {
				checkCounts(algorithm, limit, period, burst);
				checkFilling(limit, period, burst, LONGEST);
			}
			case SLIDING_WINDOW_COUNTER -> checkCounts(algorithm, limit, period, burst);
			case SLIDING_WINDOW_LOG -> check(limit <= MOST_LOG, "limit must be at most " + MOST_LOG
					+ " for sliding-window-log, was " + limit + "; use sliding-window-counter or gcra");
			case FIXED_WINDOW -> check(limit <= EXACT, "limit must be at most 2^53, was " + limit);
		}
	}

	/**
	 * Returns a limit whose burst is the limit.
	 * @param algorithm see {@link Limit}
	 * @param limit see {@link Limit}
	 * @param period see {@link Limit}
	 */
	public Limit(Algorithm algorithm, long limit, Duration period) {
		this(algorithm, limit, period, limit);
	}

	/**
	 * Returns a limit with an optional burst, as configuration gives it.
	 * @param algorithm see {@link Limit}
	 * @param limit see {@link Limit}
	 * @param period see {@link Limit}
	 * @param burst see {@link Limit}; null is the limit
	 * @return the limit
	 */
	public static Limit of(Algorithm algorithm, long limit, Duration period, @Nullable Long burst) {
		return new Limit(algorithm, limit, period, (burst != null) ? burst : limit);
	}

	/**
	 * Returns a limit in any span of the period, {@link Algorithm#SLIDING_WINDOW_LOG}.
	 * @param limit see {@link Limit}
	 * @param period see {@link Limit}
	 * @return the limit
	 */
	public static Limit slidingWindow(long limit, Duration period) {
		return new Limit(Algorithm.SLIDING_WINDOW_LOG, limit, period);
	}

	/**
	 * Returns a rate with a burst, {@link Algorithm#TOKEN_BUCKET}.
	 * @param limit see {@link Limit}
	 * @param period see {@link Limit}
	 * @param burst see {@link Limit}
	 * @return the limit
	 */
	public static Limit tokenBucket(long limit, Duration period, long burst) {
		return new Limit(Algorithm.TOKEN_BUCKET, limit, period, burst);
	}

	/** Returns the period in microseconds. */
	long periodMicros() {
		return this.period.toMillis() * 1000;
	}

	/** Returns the time of a unit in {@link Algorithm#GCRA}. */
	long nanosPerUnit() {
		return nanosPerUnit(this.limit, this.period);
	}

	private static long nanosPerUnit(long limit, Duration period) {
		return (period.toNanos() + limit - 1) / limit;
	}

	/**
	 * How far ahead of now the limit can be charged so that the script counts it exactly.
	 */
	Duration countsAhead() {
		if (this.algorithm != Algorithm.TOKEN_BUCKET && this.algorithm != Algorithm.LEAKY_BUCKET) {
			return LONGEST;
		}
		boolean millis = this.period.toMillis() > 60_000;
		long parts = this.burst * (millis ? this.period.toMillis() : periodMicros());
		long ticks = (EXACT - parts) / this.limit;
		return millis ? Duration.ofMillis(ticks) : Duration.of(ticks, ChronoUnit.MICROS);
	}

	/** Returns for how long a charge counts at the most, from its moment on. */
	Duration countsFor() {
		return switch (this.algorithm) {
			case GCRA, TOKEN_BUCKET, LEAKY_BUCKET -> Duration.ofNanos(this.burst * nanosPerUnit());
			case FIXED_WINDOW, SLIDING_WINDOW_LOG -> this.period;
			case SLIDING_WINDOW_COUNTER -> this.period.multipliedBy(2);
		};
	}

	/** The script counts parts of a unit, as many in a unit as the period has ticks. */
	private static void checkCounts(Algorithm algorithm, long limit, Duration period, long burst) {
		long most = EXACT / (period.toMillis() * ((period.toMillis() > 60_000) ? 1 : 1000));
		check(limit <= most && burst <= most, "limit and burst must be at most " + most + " for " + algorithm.label()
				+ " over " + period + ", were " + limit + " and " + burst + "; use gcra");
	}

	private static void checkFilling(long limit, Duration period, long burst, Duration most) {
		check(burst <= most.toNanos() / nanosPerUnit(limit, period), "burst x period / limit must be at most "
				+ most.toDays() + "d, was burst " + burst + " with limit " + limit + " per " + period);
	}

	private static void check(boolean holds, String message) {
		if (!holds) {
			throw new IllegalArgumentException("RateLimiter " + message);
		}
	}

}
