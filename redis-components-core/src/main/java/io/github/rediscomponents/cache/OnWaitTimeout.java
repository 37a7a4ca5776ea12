// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

/**
 * What a caller does that waited for another load until the wait-timeout.
 *
 * @since 1.0.0
 */
public enum OnWaitTimeout {

	/** Loads the value itself and returns it without storing it. */
	LOAD,

	/**
	 * Returns the value that {@link LoadingSettings#failSafe} keeps; loads as
	 * {@link #LOAD} does if there is none.
	 */
	STALE,

	/** Throws {@link CacheWaitException}. */
	FAIL

}
