// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.loader.AsyncBulkContextLoader;
import io.github.rediscomponents.cache.loader.AsyncBulkLoader;
import org.jspecify.annotations.Nullable;

/**
 * The bulk loader of one {@link AsyncTypedCache#getAll} or
 * {@link AsyncTypedCache#getAllWithContext}, which knows the key of each text.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class KeyedStages<K, V> extends KeyedTexts<K, V> implements BulkStageSource<V> {

	private final AsyncBulkContextLoader<K, V> loader;

	private final boolean tagging;

	private KeyedStages(String name, Map<K, String> texts, AsyncBulkContextLoader<K, V> loader, boolean tagging) {
		super(name, texts);
		this.loader = loader;
		this.tagging = tagging;
	}

	public static <K, V> KeyedStages<K, V> of(String name, Map<K, String> texts, AsyncBulkLoader<K, V> loader) {
		return new KeyedStages<>(name, texts, (keys, context) -> loader.loadAll(keys), false);
	}

	/**
	 * A loader that may give tags.
	 */
	public static <K, V> KeyedStages<K, V> tagging(String name, Map<K, String> texts,
			AsyncBulkContextLoader<K, V> loader) {
		return new KeyedStages<>(name, texts, loader, true);
	}

	@Override
	public boolean mayTag() {
		return this.tagging;
	}

	@Override
	public CompletionStage<Map<String, V>> load(List<String> wanted, BiConsumer<String, String[]> tags)
			throws Exception {
		CompletionStage<? extends Map<K, ? extends @Nullable V>> loaded = this.loader.loadAll(keys(wanted),
				context(wanted, tags));
		if (loaded == null) {
			throw returnedNull();
		}
		return MappedStage.of(loaded, (values) -> byText(wanted, values), (failure) -> LoadFailure.of(name(), failure));
	}

}
