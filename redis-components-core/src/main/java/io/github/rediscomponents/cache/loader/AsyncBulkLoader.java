// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.loader;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Reads many values from their source without blocking a thread.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 1.0.0
 */
@FunctionalInterface
public interface AsyncBulkLoader<K, V> {

	/**
	 * Begins to load values. Called on the threads that {@link AsyncCacheLoader#load}
	 * names.
	 * @param keys the keys that are needed, never empty
	 * @return completes with the values by key; what is not in the map, or null, has no
	 * value, and its absence is cached too. Completed exceptionally if they could not be
	 * read; nothing is cached then
	 * @throws Exception if they cannot be read; nothing is cached then
	 */
	CompletionStage<? extends Map<K, ? extends @Nullable V>> loadAll(Set<K> keys) throws Exception;

}
