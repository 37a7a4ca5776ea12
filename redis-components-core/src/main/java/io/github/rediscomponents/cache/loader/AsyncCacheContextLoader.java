// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.loader;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Reads a value from its source without blocking a thread, and decides how it is cached.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 1.0.0
 */
@FunctionalInterface
public interface AsyncCacheContextLoader<K, V> {

	/**
	 * Begins to load one value. See {@link AsyncCacheLoader#load}.
	 * @param key the key
	 * @param context the value that the cache still holds, and decisions about the new
	 * one, which count until the stage is complete
	 * @return completes with the value, null when there is none
	 * @throws Exception if the value cannot be read; nothing is cached then
	 */
	CompletionStage<? extends @Nullable V> load(K key, LoadContext<V> context) throws Exception;

}
