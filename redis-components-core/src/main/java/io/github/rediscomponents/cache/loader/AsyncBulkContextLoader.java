// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.loader;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Reads many values from their source without blocking a thread, and gives them tags.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 1.0.0
 */
@FunctionalInterface
public interface AsyncBulkContextLoader<K, V> {

	/**
	 * Begins to load values. See {@link AsyncBulkLoader#loadAll}.
	 * @param keys the keys that are needed, never empty
	 * @param context takes the tags of the values, which count until the stage is
	 * complete
	 * @return completes with the values by key; what is not in the map, or null, has no
	 * value
	 * @throws Exception if they cannot be read; nothing is cached then
	 */
	CompletionStage<? extends Map<K, ? extends @Nullable V>> loadAll(Set<K> keys, BulkLoadContext<K> context)
			throws Exception;

}
