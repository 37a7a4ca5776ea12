// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Limits that hold together, under a name: an attempt is admitted if every one of them
 * admits it, and then charges each, or else charges none. Immutable.
 *
 * @param name 1 to 100 letters, digits, dots, hyphens and underscores; part of the Redis
 * keys, so that policies of different names never count together
 * @param limits 1 to 16 limits, no two of the same algorithm and period
 * @param onRedisFailure decision while Redis cannot be reached
 * @param localShare for {@link OnRedisFailure#LOCAL}, the part of each limit that this
 * process may admit by itself: above 0, at most 1. With n processes 1/n
 * @param localRejections how long at most this process may repeat a refusal by itself
 * without calling Redis; from zero, which is never, to 1 minute
 * @since 1.0.0
 */
public record RatePolicy(String name, List<Limit> limits, OnRedisFailure onRedisFailure, double localShare,
		Duration localRejections) {

	private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

	private static final int MAX_LIMITS = 16;

	private static final Duration MOST_REMEMBERED = Duration.ofMinutes(1);

	private static final Duration MOST_WAITED = Duration.ofDays(1);

	/**
	 * Checks the policy.
	 * @throws IllegalArgumentException if a component is out of its range
	 */
	public RatePolicy {
		if (name == null || !NAME.matcher(name).matches()) {
			throw new IllegalArgumentException("RateLimiter policy name must be 1 to 100 letters, digits, dots,"
					+ " hyphens and underscores, was '" + name + "'");
		}
		check(name, limits != null && !limits.isEmpty() && limits.size() <= MAX_LIMITS,
				"must have 1 to " + MAX_LIMITS + " limits");
		check(name, onRedisFailure != null, "on-redis-failure must not be null");
		check(name, localShare > 0 && localShare <= 1, "local-share must be above 0 and at most 1, was " + localShare);
		check(name,
				localRejections != null && !localRejections.isNegative()
						&& localRejections.compareTo(MOST_REMEMBERED) <= 0,
				"local-rejections must be between 0 and 1m, was " + localRejections);
		limits = List.copyOf(limits);
		Set<String> parts = new HashSet<>();
		for (Limit limit : limits) {
			check(name, parts.add(part(limit)), "has two limits of algorithm " + limit.algorithm().label()
					+ " and period " + limit.period() + "; they would count in one key");
		}
	}

	/**
	 * Returns a policy that remembers no refusals.
	 * @param name see {@link RatePolicy}
	 * @param limits see {@link RatePolicy}
	 * @param onRedisFailure see {@link RatePolicy}; with {@link OnRedisFailure#LOCAL} the
	 * share is the whole
	 */
	public RatePolicy(String name, List<Limit> limits, OnRedisFailure onRedisFailure) {
		this(name, limits, onRedisFailure, 1, Duration.ZERO);
	}

	/**
	 * Returns a policy that throws while Redis is unavailable.
	 * @param name see {@link RatePolicy}
	 * @param limits see {@link RatePolicy}
	 * @return the policy
	 */
	public static RatePolicy of(String name, Limit... limits) {
		return new RatePolicy(name, List.of(limits), OnRedisFailure.FAIL);
	}

	/**
	 * Returns the same policy with another answer while Redis is unavailable.
	 * @param other the answer
	 * @return a policy
	 */
	public RatePolicy withOnRedisFailure(OnRedisFailure other) {
		return new RatePolicy(this.name, this.limits, other, this.localShare, this.localRejections);
	}

	/**
	 * Returns the same policy with local counts while Redis is unavailable.
	 * @param share the part of each limit that this process may then admit
	 * @return a policy with {@link OnRedisFailure#LOCAL}
	 */
	public RatePolicy withLocalShare(double share) {
		return new RatePolicy(this.name, this.limits, OnRedisFailure.LOCAL, share, this.localRejections);
	}

	/**
	 * The same policy with another memory for refusals.
	 * @param longest see {@link RatePolicy}
	 * @return a policy
	 */
	public RatePolicy withLocalRejections(Duration longest) {
		return new RatePolicy(this.name, this.limits, this.onRedisFailure, this.localShare, longest);
	}

	/**
	 * How far ahead a reservation can lie.
	 * @return a day; less for a {@link Algorithm#TOKEN_BUCKET} or
	 * {@link Algorithm#LEAKY_BUCKET} whose numbers are so large that they could not be
	 * counted exactly so far ahead
	 */
	public Duration longestWait() {
		return this.limits.stream().map(Limit::countsAhead).reduce(MOST_WAITED, (a, b) -> (a.compareTo(b) < 0) ? a : b);
	}

	/** Returns for how long a charge counts at the most, from its moment on. */
	Duration longestCount() {
		return this.limits.stream().map(Limit::countsFor).max(Comparator.naturalOrder()).orElseThrow();
	}

	/** Returns the part of the key that identifies the limit. */
	static String part(Limit limit) {
		return limit.algorithm().code() + period(limit.period());
	}

	private static String period(Duration period) {
		if (period.toMillisPart() != 0) {
			return period.toMillis() + "ms";
		}
		long seconds = period.toSeconds();
		if (seconds % 86_400 == 0) {
			return seconds / 86_400 + "d";
		}
		if (seconds % 3_600 == 0) {
			return seconds / 3_600 + "h";
		}
		return (seconds % 60 == 0) ? seconds / 60 + "m" : seconds + "s";
	}

	private static void check(String name, boolean holds, String message) {
		if (!holds) {
			throw new IllegalArgumentException("RateLimiter policy '" + name + "' " + message);
		}
	}

}
