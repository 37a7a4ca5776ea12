// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The values of {@link RateLimitSettings}.
 */
record RateLimitSettingsValues(Map<String, RatePolicy> policies) implements RateLimitSettings {

	static final RateLimitSettingsValues DEFAULTS = new RateLimitSettingsValues(Map.of());

	RateLimitSettingsValues {
		if (policies == null) {
			throw new IllegalArgumentException("RateLimiter policies must not be null");
		}
		policies = Map.copyOf(policies);
		policies.forEach((name, policy) -> {
			if (!name.equals(policy.name())) {
				throw new IllegalArgumentException(
						"RateLimiter policy '" + policy.name() + "' stands under the name '" + name + "'");
			}
		});
	}

	@Override
	public RateLimitSettings withPolicy(RatePolicy policy) {
		Map<String, RatePolicy> all = new HashMap<>(this.policies);
		all.put(policy.name(), policy);
		return new RateLimitSettingsValues(all);
	}

	/** Returns all policies, in the order of their names. */
	static List<RatePolicy> sorted(RateLimitSettings settings) {
		return settings.policies().values().stream().sorted(Comparator.comparing(RatePolicy::name)).toList();
	}

	@Override
	public RatePolicy policy(String name) {
		RatePolicy policy = (name != null) ? this.policies.get(name) : null;
		if (policy == null) {
			throw new IllegalArgumentException("RateLimiter has no policy '" + name + "'; there "
					+ (this.policies.isEmpty() ? "are none" : "are " + new TreeSet<>(this.policies.keySet())));
		}
		return policy;
	}

	@Override
	public RateLimitSettings withPolicies(Map<String, RatePolicy> other) {
		return new RateLimitSettingsValues(other);
	}

}
