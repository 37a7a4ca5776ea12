// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.Map;

/**
 * The named policies of a {@link RateLimiter}. May be swapped at any time. Immutable:
 * each {@code with} method returns a changed copy, and throws an
 * {@link IllegalArgumentException} that names the property if a value is out of its
 * range.
 *
 * @since 1.0.0
 */
public sealed interface RateLimitSettings permits RateLimitSettingsValues {

	/**
	 * No policy.
	 * @return empty settings
	 */
	static RateLimitSettings defaults() {
		return RateLimitSettingsValues.DEFAULTS;
	}

	/** Policies by their names. */
	Map<String, RatePolicy> policies();

	/**
	 * Finds a policy.
	 * @param name its name
	 * @return the policy
	 * @throws IllegalArgumentException if there is none; the message lists those there
	 * are
	 */
	RatePolicy policy(String name);

	/**
	 * The same settings with one policy more or replaced.
	 * @param policy the policy
	 * @return settings
	 */
	RateLimitSettings withPolicy(RatePolicy policy);

	RateLimitSettings withPolicies(Map<String, RatePolicy> policies);

}
