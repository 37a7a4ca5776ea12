// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.rediscomponents.cache.flight.Found;
import org.jspecify.annotations.Nullable;

/**
 * What one caller that needs many values knows. A load on another thread has a copy,
 * because the caller may go on without it.
 *
 * @param seen the entries that cannot be used, by text
 * @param found the results, by text
 * @param <V> the type of the values
 */
record BulkState<V>(Map<String, byte @Nullable []> seen, Map<String, Found<V>> found) {

	BulkState<V> copy() {
		return new BulkState<>(new HashMap<>(this.seen), new LinkedHashMap<>());
	}

	/**
	 * Takes over what a load with a copy found.
	 */
	void add(BulkState<V> copy) {
		this.seen.putAll(copy.seen);
		this.found.putAll(copy.found);
	}

}
