// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A bulk loader, below the types of the keys.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
@FunctionalInterface
public interface BulkSource<V> {

	Map<String, V> load(List<String> texts) throws Exception;

	/**
	 * Loads with tags.
	 * @param tags takes those of a text
	 */
	default Map<String, V> load(List<String> texts, BiConsumer<String, String[]> tags) throws Exception {
		return load(texts);
	}

	/**
	 * Returns whether it may give tags, whose moment has to be known before.
	 */
	default boolean mayTag() {
		return false;
	}

}
