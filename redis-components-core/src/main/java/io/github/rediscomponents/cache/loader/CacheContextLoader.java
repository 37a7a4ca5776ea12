// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.loader;

import org.jspecify.annotations.Nullable;

/**
 * Reads a value from its source and decides how it is cached.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 1.0.0
 */
@FunctionalInterface
public interface CacheContextLoader<K, V> {

	/**
	 * Loads one value, where a {@link CacheLoader} would.
	 * @param key the key
	 * @param context the value that is held and the decisions about the new one
	 * @return the value; null when there is none
	 * @throws Exception if the value could not be read; nothing is cached then
	 */
	@Nullable V load(K key, LoadContext<V> context) throws Exception;

}
