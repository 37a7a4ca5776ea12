// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.List;
import java.util.Map;

import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.loader.BulkLoader;

/**
 * The bulk loader of one {@link TypedCache#getAll}, which knows the key of each text.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public class KeyedSource<K, V> extends KeyedTexts<K, V> implements BulkSource<V> {

	private final BulkLoader<K, V> loader;

	public KeyedSource(String name, Map<K, String> texts, BulkLoader<K, V> loader) {
		super(name, texts);
		this.loader = loader;
	}

	@Override
	public Map<String, V> load(List<String> wanted) throws Exception {
		return load(wanted, this.loader);
	}

	public Map<String, V> load(List<String> wanted, BulkLoader<K, V> from) throws Exception {
		return byText(wanted, from.loadAll(keys(wanted)));
	}

}
