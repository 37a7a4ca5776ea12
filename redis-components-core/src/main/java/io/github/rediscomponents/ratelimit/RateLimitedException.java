// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import io.github.rediscomponents.RedisComponentsException;

/**
 * A call was refused by a rate limit. Nothing was charged for it.
 *
 * @since 1.0.0
 */
public final class RateLimitedException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final String policy;

	private final transient Decision decision;

	/**
	 * Creates the exception.
	 * @param policy the policy's name
	 * @param decision the refusal
	 */
	public RateLimitedException(String policy, Decision decision) {
		super("Rate limit '" + policy + "' is reached; admits again after " + decision.retryAfter(), null);
		this.policy = policy;
		this.decision = decision;
	}

	/**
	 * Returns the policy that refused.
	 * @return its name
	 */
	public String policy() {
		return this.policy;
	}

	/**
	 * Returns the refusal.
	 * @return never admitted
	 */
	public Decision decision() {
		return this.decision;
	}

}
