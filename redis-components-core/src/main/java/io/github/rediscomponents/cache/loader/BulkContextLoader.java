// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.loader;

import java.util.Map;
import java.util.Set;

/**
 * Reads many values at once from their source and gives them tags.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 1.0.0
 */
@FunctionalInterface
public interface BulkContextLoader<K, V> {

	/**
	 * Loads values, where a {@link BulkLoader} would.
	 * @param keys the keys, at least one; must not be changed
	 * @param context takes the tags of the values
	 * @return the values that exist; see {@link BulkLoader#loadAll}
	 * @throws Exception if the values could not be read; nothing is cached then
	 */
	Map<K, V> loadAll(Set<K> keys, BulkLoadContext<K> context) throws Exception;

}
