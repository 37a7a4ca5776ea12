// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.Thrown;

/**
 * A loader failed with a checked exception, which is the cause. Nothing was cached and
 * the lease was given back, so the next caller loads again. Unchecked exceptions of a
 * loader are not wrapped, except by asynchronous calls a cancellation, and what has no
 * text that can be read: futures cannot pass it on.
 *
 * <p>
 * With a {@link java.util.concurrent.TimeoutException} as its cause the loader runs on
 * after {@code hard-timeout}, and its value is stored; or it was interrupted after
 * {@code max-load-time}. With a {@link java.util.concurrent.RejectedExecutionException}
 * no place among {@code max-concurrent-loads} came free, and the loader was not called.
 *
 * @since 1.0.0
 */
public class CacheLoadException extends RedisComponentsException {

	private final String cache;

	public CacheLoadException(String cache, Exception cause) {
		super("Loading a value of cache '" + cache + "' failed: " + Thrown.text(cause), cause);
		this.cache = cache;
	}

	/**
	 * Whose loader failed.
	 * @return the cache's name
	 */
	public String cache() {
		return this.cache;
	}

}
