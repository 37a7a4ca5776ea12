// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.ratelimit.RateLimitActivity;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;

/**
 * Shows the policies in force, the decisions of this process, and the subjects that were
 * refused most often. Offers the action to reset a subject.
 */
final class RateLimitView implements RoomView {

	private static final int SHOWN = 50;

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
		RateLimitActivity activity = this.limiter.activity();
		return Activities.fields("policies", policies, "decisions",
				activity.policies()
					.stream()
					.map((each) -> Activities.fields("policy", each.policy(), "allowed", each.allowed(), "refused",
							each.refused(), "notEnforced", each.notEnforced()))
					.toList(),
				"refused",
				activity.refused()
					.stream()
					.limit(SHOWN)
					.map((each) -> Activities.fields("policy", each.policy(), "key", each.key(), "count", each.count(),
							"atLeast", each.atLeast()))
					.toList());
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

	@Override
	public Set<String> actions() {
		return Set.of("reset");
	}

	@Override
	public @Nullable Map<String, Object> act(String action, String name, @Nullable String id) {
		if (find(name) == null) {
			return null;
		}
		if (id == null) {
			throw new IllegalArgumentException("id must be the subject whose limit is reset");
		}
		this.limiter.reset(name, id);
		return Map.of("reset", true);
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
