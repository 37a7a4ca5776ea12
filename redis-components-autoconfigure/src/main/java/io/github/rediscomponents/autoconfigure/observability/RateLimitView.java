// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;

/**
 * Shows the policies in force.
 */
final class RateLimitView implements RoomView {

	private final RateLimiter limiter;

	RateLimitView(RateLimiter limiter) {
		this.limiter = limiter;
	}

	@Override
	public String room() {
		return "ratelimit";
	}

	@Override
	public Map<String, Object> overview() {
		Map<String, Object> policies = new LinkedHashMap<>();
		this.limiter.policies().forEach((policy) -> policies.put(policy.name(), describe(policy)));
		return Map.of("policies", policies);
	}

	@Override
	public @Nullable Map<String, Object> find(String name) {
		return this.limiter.policies()
			.stream()
			.filter((policy) -> policy.name().equals(name))
			.findFirst()
			.map(RateLimitView::describe)
			.orElse(null);
	}

	private static Map<String, Object> describe(RatePolicy policy) {
		return Activities.fields("limits",
				policy.limits()
					.stream()
					.map((limit) -> Activities.fields("algorithm", limit.algorithm().label(), "limit", limit.limit(),
							"period", limit.period().toString(), "burst", limit.burst()))
					.toList(),
				"onRedisFailure", policy.onRedisFailure().name().toLowerCase(Locale.ROOT));
	}

}
