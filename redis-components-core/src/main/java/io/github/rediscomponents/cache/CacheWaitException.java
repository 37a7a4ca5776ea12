// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;

/**
 * A caller stopped waiting for a value that another caller was loading. The cache is as
 * it was; that load goes on.
 *
 * @since 1.0.0
 */
public class CacheWaitException extends RedisComponentsException {

	private final String cache;

	private final Reason reason;

	public CacheWaitException(String cache, Reason reason, @Nullable Throwable cause) {
		super("Waiting for a value of cache '" + cache + "' that is being loaded "
				+ ((reason == Reason.TIMED_OUT) ? "took longer than its wait-timeout" : "was interrupted"), cause);
		this.cache = cache;
		this.reason = reason;
	}

	/**
	 * Where the value was missing.
	 * @return the cache's name
	 */
	public String cache() {
		return this.cache;
	}

	/**
	 * Why the waiting ended.
	 * @return never null
	 */
	public Reason reason() {
		return this.reason;
	}

	/** Why a wait ended without a value. */
	public enum Reason {

		/** The wait-timeout passed and {@code on-wait-timeout} is {@code fail}. */
		TIMED_OUT,

		/** The waiting thread was interrupted; its interrupt flag is set again. */
		INTERRUPTED

	}

}
