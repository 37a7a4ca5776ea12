// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.loader;

import org.jspecify.annotations.Nullable;

/**
 * Reads a value from its source, such as a database.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 1.0.0
 */
@FunctionalInterface
public interface CacheLoader<K, V> {

	/**
	 * Loads one value, on the thread of the caller that found it missing; on a background
	 * thread when a value is refreshed, or when {@code soft-timeout} or
	 * {@code hard-timeout} can end the waiting of that caller. A background thread has no
	 * transaction, security context or thread-local variables of the caller, and is
	 * interrupted after {@code max-load-time}.
	 * @param key the key
	 * @return the value; null, and only null, when there is none: the absence is then
	 * cached too
	 * @throws Exception if the value could not be read; nothing is cached then
	 */
	@Nullable V load(K key) throws Exception;

}
