// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.ratelimit.Decision;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.OnRedisFailure;
import io.github.rediscomponents.ratelimit.RatePolicy;

/**
 * The header fields {@code RateLimit-Policy} and {@code RateLimit} of
 * draft-ietf-httpapi-ratelimit-headers-11, and {@code Retry-After}. A policy with several
 * limits has one item for each limit: {@code "name.1"}, {@code "name.2"}. If a policy
 * applies to a request twice with different subjects, the smaller remainder is reported.
 * A refusal reports the limit that refused and no other.
 */
final class RateLimitFields {

	private final Map<String, String> policies = new LinkedHashMap<>();

	private final Map<String, Available> available = new LinkedHashMap<>();

	private @Nullable String violated;

	/**
	 * Adds the decision of a policy.
	 * @param policy the policy, null if it is no longer configured
	 * @param decision the decision
	 */
	void add(@Nullable RatePolicy policy, Decision decision) {
		if (policy == null) {
			return;
		}
		List<Limit> limits = policy.limits();
		for (int i = 0; i < limits.size(); i++) {
			String item = item(policy, i);
			this.policies.put(item, item + quota(limits.get(i)));
		}
		int deciding = limits.indexOf(decision.decidedBy());
		String item = item(policy, Math.max(0, deciding));
		if (!decision.allowed()) {
			// The permits taken by the other policies are refunded.
			this.available.clear();
			this.violated = (deciding >= 0 && speaksOfALimit(policy, decision)) ? name(policy, deciding)
					: policy.name();
		}
		if (decision.isEnforced() && deciding >= 0) {
			this.available.merge(item, new Available(decision.remaining(), seconds(decision)), Available::tighter);
		}
	}

	/**
	 * Returns whether a limit decided, rather than the policy's rule for outages of
	 * Redis.
	 */
	private static boolean speaksOfALimit(RatePolicy policy, Decision decision) {
		return decision.isEnforced() || policy.onRedisFailure() == OnRedisFailure.LOCAL;
	}

	private static String item(RatePolicy policy, int limit) {
		return '"' + name(policy, limit) + '"';
	}

	private static String name(RatePolicy policy, int limit) {
		return policy.name() + ((policy.limits().size() > 1) ? "." + (limit + 1) : "");
	}

	/**
	 * Returns the quota of a limit. Windows are whole seconds; shorter periods are scaled
	 * up.
	 */
	private static String quota(Limit limit) {
		long window = Math.max(1, ceil(limit.period()));
		long quota = (long) Math.floor(limit.limit() * (window * 1000.0 / limit.period().toMillis()));
		return ";q=" + quota + ";w=" + window;
	}

	/**
	 * Returns the seconds until a retry can succeed or, for an allowed request, until the
	 * quota is restored.
	 */
	private static long seconds(Decision decision) {
		return decision.allowed() ? ceil(decision.resetAfter()) : retryAfter(decision);
	}

	/** Returns whole seconds, rounded up because an earlier attempt would be refused. */
	static long retryAfter(Decision decision) {
		return Math.max(1, ceil(decision.retryAfter()));
	}

	private static long ceil(Duration duration) {
		return duration.getSeconds() + ((duration.getNano() > 0) ? 1 : 0);
	}

	/** Returns the name of the exceeded quota as in {@code RateLimit-Policy}, or null. */
	@Nullable String violated() {
		return this.violated;
	}

	/** Returns the {@code RateLimit-Policy} field, empty if nothing was added. */
	String policyField() {
		return String.join(", ", this.policies.values());
	}

	/** Returns the {@code RateLimit} field, empty if Redis decided nothing. */
	String rateLimitField() {
		List<String> items = new ArrayList<>();
		this.available.forEach((item, one) -> items.add(item + ";r=" + one.remaining() + ";t=" + one.seconds()));
		return String.join(", ", items);
	}

	/**
	 * The remainder of a quota.
	 *
	 * @param remaining number of remaining permits
	 * @param seconds seconds until it is restored
	 */
	private record Available(long remaining, long seconds) {

		private Available tighter(Available other) {
			if (this.remaining != other.remaining) {
				return (this.remaining < other.remaining) ? this : other;
			}
			return (this.seconds >= other.seconds) ? this : other;
		}

	}

}
