// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.loader;

import java.util.Map;
import java.util.Set;

/**
 * Reads many values at once from their source.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 1.0.0
 */
@FunctionalInterface
public interface BulkLoader<K, V> {

	/**
	 * Loads values.
	 * @param keys the keys, at least one; must not be changed
	 * @return the values that exist. A key that is not in the map, or is mapped to null,
	 * has none, and its absence is cached; keys that were not asked for are ignored
	 * @throws Exception if the values could not be read; nothing is cached then
	 */
	Map<K, V> loadAll(Set<K> keys) throws Exception;

}
