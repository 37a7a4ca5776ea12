// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.loader.BulkContextLoader;

/**
 * The bulk loader of one {@link TypedCache#getAllWithContext}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class TaggingSource<K, V> extends KeyedSource<K, V> {

	private final BulkContextLoader<K, V> loader;

	public TaggingSource(String name, Map<K, String> texts, BulkContextLoader<K, V> loader) {
		super(name, texts, (keys) -> {
			throw new IllegalStateException("This source loads with tags");
		});
		this.loader = loader;
	}

	@Override
	public Map<String, V> load(List<String> wanted, BiConsumer<String, String[]> taken) throws Exception {
		return load(wanted, (keys) -> this.loader.loadAll(keys, context(wanted, taken)));
	}

	@Override
	public boolean mayTag() {
		return true;
	}

}
