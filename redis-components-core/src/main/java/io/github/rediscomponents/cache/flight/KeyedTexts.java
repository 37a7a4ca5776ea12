// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

import io.github.rediscomponents.cache.loader.BulkLoadContext;
import io.github.rediscomponents.support.Checks;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one call of many, and the text of each.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public class KeyedTexts<K, V> {

	private final String name;

	private final Map<K, String> texts;

	private final Map<String, K> keys = new LinkedHashMap<>();

	/**
	 * Takes the keys.
	 * @param name of the cache
	 * @param texts by key, in the order of the result
	 */
	public KeyedTexts(String name, Map<K, String> texts) {
		this.name = name;
		this.texts = texts;
		texts.forEach((key, text) -> this.keys.putIfAbsent(text, key));
	}

	/**
	 * Returns the cache's name.
	 */
	public final String name() {
		return this.name;
	}

	/**
	 * Returns the texts, each once.
	 */
	public final List<String> texts() {
		return List.copyOf(this.keys.keySet());
	}

	/**
	 * Returns the keys of texts, for a loader.
	 */
	public final Set<K> keys(List<String> wanted) {
		Set<K> wantedKeys = new LinkedHashSet<>();
		for (String text : wanted) {
			wantedKeys.add(this.keys.get(text));
		}
		return Collections.unmodifiableSet(wantedKeys);
	}

	/**
	 * Returns what a loader gives tags to.
	 * @param wanted the texts of the keys that it loads
	 * @param taken takes the tags of a text
	 */
	public final BulkLoadContext<K> context(List<String> wanted, BiConsumer<String, String[]> taken) {
		Set<String> loading = new HashSet<>(wanted);
		return (key, tags) -> {
			String text = this.texts.get(key);
			Checks.isTrue(text != null && loading.contains(text),
					"key must be one of those that are loaded, was " + key);
			taken.accept(String.valueOf(text), tags);
		};
	}

	/**
	 * Returns what a loader returned for texts.
	 */
	public final Map<String, V> byText(List<String> wanted, @Nullable Map<K, ? extends @Nullable V> loaded) {
		if (loaded == null) {
			throw returnedNull();
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

	public final IllegalStateException returnedNull() {
		return new IllegalStateException("A bulk loader of cache '" + this.name + "' returned null");
	}

	/**
	 * Returns the values that were found, by key.
	 */
	public final Map<K, V> byKey(Map<String, Found<V>> found) {
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
