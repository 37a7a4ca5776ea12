package io.github.rediscomponents.ratelimit;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The named policies of a {@link RateLimiter}. Immutable; may be swapped at any time.
 *
 * @param policies policies by their names
 */
public record RateLimitSettings(Map<String, RatePolicy> policies) {

	/**
	 * Checks the settings.
	 * @throws IllegalArgumentException if a policy stands under a name that is not its
	 * own
	 */
	public RateLimitSettings {
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

	/**
	 * No policy.
	 * @return empty settings
	 */
	public static RateLimitSettings defaults() {
		return new RateLimitSettings(Map.of());
	}

	/**
	 * The same settings with one policy more or replaced.
	 * @param policy the policy
	 * @return settings
	 */
	public RateLimitSettings withPolicy(RatePolicy policy) {
		Map<String, RatePolicy> all = new HashMap<>(this.policies);
		all.put(policy.name(), policy);
		return new RateLimitSettings(all);
	}

	/** All policies, in the order of their names. */
	List<RatePolicy> sorted() {
		return this.policies.values().stream().sorted(Comparator.comparing(RatePolicy::name)).toList();
	}

	/**
	 * Finds a policy.
	 * @param name its name
	 * @return the policy
	 * @throws IllegalArgumentException if there is none; the message lists those there
	 * are
	 */
	public RatePolicy policy(String name) {
		RatePolicy policy = (name != null) ? this.policies.get(name) : null;
		if (policy == null) {
			throw new IllegalArgumentException("RateLimiter has no policy '" + name + "'; there "
					+ (this.policies.isEmpty() ? "are none" : "are " + new TreeSet<>(this.policies.keySet())));
		}
		return policy;
	}

}
