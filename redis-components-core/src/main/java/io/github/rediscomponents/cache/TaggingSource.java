// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

import io.github.rediscomponents.support.Checks;

/**
 * The bulk loader of one {@link TypedCache#getAllWithContext}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class TaggingSource<K, V> extends KeyedSource<K, V> {

	private final BulkContextLoader<K, V> loader;

	TaggingSource(String name, Map<K, String> texts, BulkContextLoader<K, V> loader) {
		super(name, texts, (keys) -> {
			throw new IllegalStateException("This source loads with tags");
		});
		this.loader = loader;
	}

	@Override
	public Map<String, V> load(List<String> wanted, BiConsumer<String, String[]> taken) throws Exception {
		Set<String> loading = new HashSet<>(wanted);
		return load(wanted, (keys) -> this.loader.loadAll(keys, (key, tags) -> {
			String text = text(key);
			Checks.isTrue(text != null && loading.contains(text),
					"key must be one of those that are loaded, was " + key);
			taken.accept(String.valueOf(text), tags);
		}));
	}

	@Override
	public boolean mayTag() {
		return true;
	}

}
