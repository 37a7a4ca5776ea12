// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.flight.BulkStageSource;
import io.github.rediscomponents.cache.flight.LoadFailure;
import io.github.rediscomponents.cache.flight.MappedStage;

/**
 * The bulk loader of one {@link AsyncTypedCache#getAll}, which knows the key of each
 * text.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class KeyedStages<K, V> extends KeyedTexts<K, V> implements BulkStageSource<V> {

	private final AsyncBulkLoader<K, V> loader;

	KeyedStages(String name, Map<K, String> texts, AsyncBulkLoader<K, V> loader) {
		super(name, texts);
		this.loader = loader;
	}

	@Override
	public CompletionStage<Map<String, V>> load(List<String> wanted) throws Exception {
		CompletionStage<? extends Map<K, ? extends @Nullable V>> loaded = this.loader.loadAll(keys(wanted));
		if (loaded == null) {
			throw returnedNull();
		}
		return MappedStage.of(loaded, (values) -> byText(wanted, values), (failure) -> LoadFailure.of(name(), failure));
	}

}
