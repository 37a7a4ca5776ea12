// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.flight.BulkSource;
import io.github.rediscomponents.cache.flight.Found;

/**
 * The bulk loader of one {@link TypedCache#getAll}, which knows the key of each text.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
class KeyedSource<K, V> implements BulkSource<V> {

	private final String name;

	private final Map<K, String> texts;

	private final BulkLoader<K, V> loader;

	private final Map<String, K> keys = new LinkedHashMap<>();

	KeyedSource(String name, Map<K, String> texts, BulkLoader<K, V> loader) {
		this.name = name;
		this.texts = texts;
		this.loader = loader;
		texts.forEach((key, text) -> this.keys.putIfAbsent(text, key));
	}

	/**
	 * Returns the texts, each once.
	 */
	List<String> texts() {
		return List.copyOf(this.keys.keySet());
	}

	@Override
	public Map<String, V> load(List<String> wanted) throws Exception {
		return load(wanted, this.loader);
	}

	Map<String, V> load(List<String> wanted, BulkLoader<K, V> from) throws Exception {
		Set<K> wantedKeys = new LinkedHashSet<>();
		for (String text : wanted) {
			wantedKeys.add(this.keys.get(text));
		}
		Map<K, V> loaded = from.loadAll(Collections.unmodifiableSet(wantedKeys));
		if (loaded == null) {
			throw new IllegalStateException("A bulk loader of cache '" + this.name + "' returned null");
		}
		Map<String, V> result = new LinkedHashMap<>();
		for (String text : wanted) {
			V value = loaded.get(this.keys.get(text));
			if (value != null) {
				result.put(text, value);
			}
		}
		return result;
	}

	/**
	 * Returns the text of a key.
	 * @return null if it is not among those that were asked for
	 */
	@Nullable String text(K key) {
		return this.texts.get(key);
	}

	/**
	 * Returns the values that were found, by key.
	 */
	Map<K, V> byKey(Map<String, Found<V>> found) {
		Map<K, V> result = new LinkedHashMap<>();
		this.texts.forEach((key, text) -> {
			Found<V> one = found.get(text);
			V value = (one != null) ? one.value() : null;
			if (value != null) {
				result.put(key, value);
			}
		});
		return result;
	}

}
