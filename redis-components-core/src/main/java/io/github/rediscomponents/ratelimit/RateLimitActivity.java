// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.List;

/**
 * The decisions of a rate limiter of this process.
 *
 * @param policies the decisions since the start by policy, sorted by name; policies
 * beyond the first 200 that were used count as {@code other}
 * @param refused the subjects that were refused most often in the last five to ten
 * minutes, most often first, 100 at most
 * @since 1.0.0
 */
public record RateLimitActivity(List<Decisions> policies, List<Refused> refused) {

	/**
	 * Copies the lists.
	 */
	public RateLimitActivity {
		policies = List.copyOf(policies);
		refused = List.copyOf(refused);
	}

	/**
	 * The decisions of one policy.
	 *
	 * @param policy the name of the policy
	 * @param allowed attempts and reservations that Redis admitted
	 * @param refused those that were refused
	 * @param notEnforced those that the policy's rule for outages decided
	 */
	public record Decisions(String policy, long allowed, long refused, long notEnforced) {
	}

	/**
	 * A subject that was refused often. With more than 100 subjects the number is
	 * estimated: a subject with more than a hundredth of all refusals is in the list.
	 *
	 * @param policy the name of the policy
	 * @param key the subject
	 * @param count how often it was refused at most
	 * @param atLeast how often it was refused at least
	 */
	public record Refused(String policy, String key, long count, long atLeast) {
	}

}
