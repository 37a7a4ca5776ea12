package io.github.rediscomponents.cache;

/**
 * What a caller does who waited for somebody else's load until the wait-timeout.
 */
public enum OnWaitTimeout {

	/** Loads the value itself and returns it without storing it. */
	LOAD,

	/** Throws {@link CacheWaitException}. */
	FAIL

}
