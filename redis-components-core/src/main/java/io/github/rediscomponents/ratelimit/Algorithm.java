// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * How a {@link Limit} counts. Every algorithm admits exactly the attempts of its
 * definition, by the clock of Redis in microseconds; a refused attempt leaves no trace in
 * any of them.
 *
 * <p>
 * The first three are buckets: {@code limit} per {@code period} is the rate in the long
 * run, {@code burst} is how much an unused subject may take at once, and what was taken
 * comes back continuously. The last three are windows: they have no burst.
 *
 * <p>
 * A {@link PolicyLimiter#reserve reservation} is, in every algorithm, the attempt made at
 * the first moment that admits it, and no later attempt is admitted before that moment: a
 * bucket goes below empty, a log holds moments to come, the windows count in the window
 * of that moment and are closed before it.
 *
 * <p>
 * Parameters travel with each call, so they can change at any time. A change of
 * {@code limit} or {@code burst} keeps what is known of a subject, each algorithm in its
 * own way; a change of {@code period} or of the algorithm starts every subject afresh,
 * under another key, while the old keys expire.
 *
 * @since 1.0.0
 */
public enum Algorithm {

	/**
	 * Generic cell rate algorithm, as virtual scheduling: one number per subject, the
	 * moment at which it is as if never used. An attempt of cost n moves this moment by n
	 * times {@code period / limit} and is admitted if it then lies at most
	 * {@code burst * period / limit} ahead. The smallest key and the widest range of
	 * parameters. The time per permit is rounded up to a nanosecond: a burst is admitted
	 * exactly, the rate is never above {@code limit / period} and below it by less than
	 * one nanosecond per permit.
	 *
	 * <p>
	 * A change keeps that moment: a subject that would have had to wait a second still
	 * waits a second, and what is left is counted by the new rate.
	 *
	 * <p>
	 * Source: ITU-T Recommendation I.371, annex A, and ATM Forum Traffic Management 4.0,
	 * section 4.4.3 (virtual scheduling).
	 */
	GCRA("gcra", 'g', true),

	/**
	 * A bucket of {@code burst} tokens, full at first, into which {@code limit} tokens
	 * fall evenly over each {@code period}; an attempt takes its cost in tokens or, if
	 * there are too few, nothing. Exact integers, no rounding: time counts in
	 * microseconds, for periods of more than a minute in milliseconds.
	 *
	 * <p>
	 * A change keeps the tokens that are <em>left</em>: a larger bucket begins with the
	 * tokens that it had and fills up, a smaller one spills what it cannot hold. A
	 * subject whose key has expired has a full bucket of the new size.
	 *
	 * <p>
	 * Source: the byte counters of J. Turner, "New Directions in Communications", IEEE
	 * Communications Magazine 24 (1986); RFC 2697 for tokens and burst size.
	 */
	TOKEN_BUCKET("token-bucket", 't', true),

	/**
	 * A leaky bucket as a meter: it holds {@code burst}, is empty at first and leaks
	 * {@code limit} continuously over each {@code period}; an attempt pours its cost in,
	 * and one that would make it run over is refused and pours nothing. It is not the
	 * leaky bucket as a queue: nothing is delayed, the outflow is not shaped. With a
	 * {@code burst} of 1 admissions are at least {@code period / limit} apart.
	 *
	 * <p>
	 * With unchanged numbers it admits precisely what a {@link #TOKEN_BUCKET} admits,
	 * whose mirror image it is. It differs in what it remembers, and therefore when
	 * numbers change: it keeps what is <em>in</em> the bucket. A larger bucket gives its
	 * additional room at once; a smaller one that is too full admits nothing until it has
	 * leaked.
	 *
	 * <p>
	 * Source: the continuous-state leaky bucket of ITU-T I.371, annex A; J. Turner, as
	 * for the token bucket.
	 */
	LEAKY_BUCKET("leaky-bucket", 'l', true),

	/**
	 * At most {@code limit} in each window of length {@code period}; windows begin at
	 * multiples of the period since 1970 (UTC), at the same moment for every subject. By
	 * its nature up to twice the limit can pass within a period that spans the border of
	 * two windows.
	 *
	 * <p>
	 * A change keeps the count of the running window.
	 */
	FIXED_WINDOW("fixed-window", 'f', false),

	/**
	 * At most {@code limit} in <em>any</em> span of length {@code period}: the moment of
	 * every admitted unit is kept, and a unit counts until exactly one period after it
	 * was admitted. Exact, at 10 bytes per unit of the limit and subject; a cost of n
	 * adds n entries.
	 *
	 * <p>
	 * A change keeps all moments: a higher limit gives its additional room at once, a
	 * lower one admits nothing until enough units have passed out of the window.
	 */
	SLIDING_WINDOW_LOG("sliding-window-log", 's', false),

	/**
	 * Approximates the sliding window with two counters: the count of the running fixed
	 * window, plus that of the one before weighted with the part of it that a window
	 * ending now would still cover, that is
	 * {@code previous * (period - elapsed) / period + current + cost <= limit}. Never
	 * exceeds the limit by this formula, which takes the previous window's units as
	 * evenly spread; a real sliding window can therefore hold more (below twice the
	 * limit) or refuse less. Exact integers; {@code elapsed} counts in microseconds, for
	 * periods of more than a minute in milliseconds.
	 *
	 * <p>
	 * A change keeps both counters.
	 *
	 * <p>
	 * Source: J. Desgats, "How we built rate limiting capable of scaling to millions of
	 * domains", Cloudflare blog, 2017.
	 */
	SLIDING_WINDOW_COUNTER("sliding-window-counter", 'c', false);

	private final String label;

	private final char code;

	private final boolean bucket;

	Algorithm(String label, char code, boolean bucket) {
		this.label = label;
		this.code = code;
		this.bucket = bucket;
	}

	/**
	 * Returns the name in configuration, such as {@code token-bucket}.
	 * @return lower case with hyphens
	 */
	public String label() {
		return this.label;
	}

	/**
	 * Returns whether a burst other than the limit makes sense.
	 * @return true for {@link #GCRA}, {@link #TOKEN_BUCKET} and {@link #LEAKY_BUCKET}
	 */
	public boolean hasBurst() {
		return this.bucket;
	}

	/** Returns the letter of this algorithm in scripts and keys. */
	char code() {
		return this.code;
	}

	/**
	 * Finds an algorithm by its name in configuration.
	 * @param label a {@link #label()} in any case, with hyphens or underscores, or
	 * {@code sliding-window} for {@link #SLIDING_WINDOW_LOG}
	 * @return the algorithm
	 * @throws IllegalArgumentException if there is no such algorithm; the message lists
	 * all names
	 */
	public static Algorithm of(@Nullable String label) {
		String wanted = String.valueOf(label).trim().toLowerCase(Locale.ROOT).replace('_', '-');
		if (wanted.equals("sliding-window")) {
			return SLIDING_WINDOW_LOG;
		}
		return Arrays.stream(values())
			.filter((algorithm) -> algorithm.label.equals(wanted))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"RateLimiter has no algorithm '" + label + "'; there are sliding-window, "
							+ Arrays.stream(values()).map(Algorithm::label).collect(Collectors.joining(", "))));
	}

}
