// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

/**
 * The decision of a policy while Redis cannot be reached.
 *
 * @since 1.0.0
 */
public enum OnRedisFailure {

	/** Throws {@link io.github.rediscomponents.RedisUnavailableException}. */
	FAIL,

	/** Admits, with a decision that is not {@link Decision#isEnforced() enforced}. */
	OPEN,

	/** Refuses, with a decision that is not {@link Decision#isEnforced() enforced}. */
	CLOSED,

	/**
	 * This process counts by itself, with each limit reduced to
	 * {@link RatePolicy#localShare()}, with decisions that are not
	 * {@link Decision#isEnforced() enforced}.
	 */
	LOCAL

}
