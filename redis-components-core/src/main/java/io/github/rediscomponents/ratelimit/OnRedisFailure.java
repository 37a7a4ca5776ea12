package io.github.rediscomponents.ratelimit;

/**
 * What a policy answers while Redis cannot be asked.
 */
public enum OnRedisFailure {

	/** Throws {@link io.github.rediscomponents.RedisUnavailableException}. */
	FAIL,

	/** Admits, with a decision that is not {@link Decision#isEnforced() enforced}. */
	OPEN,

	/** Refuses, with a decision that is not {@link Decision#isEnforced() enforced}. */
	CLOSED,

	/**
	 * Lets this process count by itself, each limit reduced to
	 * {@link RatePolicy#localShare()}, with decisions that are not
	 * {@link Decision#isEnforced() enforced}.
	 */
	LOCAL

}
