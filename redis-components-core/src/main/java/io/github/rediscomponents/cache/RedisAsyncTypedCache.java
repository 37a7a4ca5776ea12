// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.rediscomponents.cache.engine.AsyncAccess;
import io.github.rediscomponents.cache.engine.Guarding;
import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.flight.KeyedStages;
import io.github.rediscomponents.cache.flight.StageSource;
import io.github.rediscomponents.cache.loader.AsyncBulkContextLoader;
import io.github.rediscomponents.cache.loader.AsyncBulkLoader;
import io.github.rediscomponents.cache.loader.AsyncCacheContextLoader;
import io.github.rediscomponents.cache.loader.AsyncCacheLoader;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.support.Checks;
import org.jspecify.annotations.Nullable;

/**
 * {@link AsyncTypedCache} on Redis: turns keys into texts.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class RedisAsyncTypedCache<K, V> implements AsyncTypedCache<K, V> {

	private final String name;

	private final AsyncAccess<V> access;

	private final Function<K, String> text;

	private final Supplier<Duration> stalenessBound;

	private final Guarding guarding;

	/**
	 * Creates a cache.
	 * @param text gives the text of a key, or throws
	 * @param stalenessBound gives that of the cache
	 * @param guarding which Bloom filter is asked
	 */
	RedisAsyncTypedCache(String name, AsyncAccess<V> access, Function<K, String> text,
			Supplier<Duration> stalenessBound, Guarding guarding) {
		this.name = name;
		this.access = access;
		this.text = text;
		this.stalenessBound = stalenessBound;
		this.guarding = guarding;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public Duration stalenessBound() {
		return this.stalenessBound.get();
	}

	@Override
	public AsyncTypedCache<K, V> guardedBy(BloomFilter filter) {
		return with(Guarding.by(Checks.notNull("filter", filter)));
	}

	@Override
	public AsyncTypedCache<K, V> unguarded() {
		return with(Guarding.NONE);
	}

	private AsyncTypedCache<K, V> with(Guarding changed) {
		return new RedisAsyncTypedCache<>(this.name, this.access, this.text, this.stalenessBound, changed);
	}

	@Override
	public CompletableFuture<@Nullable V> get(K key, AsyncCacheLoader<? super K, ? extends V> loader) {
		Checks.notNull("loader", loader);
		return this.access.get(this.text.apply(key), (context) -> loader.load(key), null, this.guarding);
	}

	@Override
	public CompletableFuture<@Nullable V> get(K key, AsyncCacheLoader<? super K, ? extends V> loader,
			EntryOptions options) {
		Checks.notNull("loader", loader);
		return this.access.get(this.text.apply(key), (context) -> loader.load(key), Checks.notNull("options", options),
				this.guarding);
	}

	@Override
	public CompletableFuture<@Nullable V> getWithContext(K key, AsyncCacheContextLoader<? super K, V> loader,
			EntryOptions options) {
		Checks.notNull("loader", loader);
		return this.access.get(this.text.apply(key), StageSource.tagging((context) -> loader.load(key, context)),
				Checks.notNull("options", options), this.guarding);
	}

	@Override
	public CompletableFuture<Map<K, V>> getAll(Collection<? extends K> keys, AsyncBulkLoader<K, V> loader) {
		Checks.notNull("loader", loader);
		return load(KeyedStages.of(this.name, texts(keys), loader));
	}

	@Override
	public CompletableFuture<Map<K, V>> getAllWithContext(Collection<? extends K> keys,
			AsyncBulkContextLoader<K, V> loader) {
		Checks.notNull("loader", loader);
		return load(KeyedStages.tagging(this.name, texts(keys), loader));
	}

	private Map<K, String> texts(Collection<? extends K> keys) {
		Map<K, String> texts = new LinkedHashMap<>();
		Checks.notNull("keys", keys).forEach((key) -> texts.put(key, this.text.apply(key)));
		return texts;
	}

	private CompletableFuture<Map<K, V>> load(KeyedStages<K, V> stages) {
		return this.access.getAll(stages.texts(), stages, this.guarding, stages::byKey);
	}

	@Override
	public CompletableFuture<Lookup<V>> peek(K key) {
		return this.access.peek(this.text.apply(key));
	}

	@Override
	public CompletableFuture<@Nullable Void> put(K key, @Nullable V value, EntryOptions options) {
		return putTexts(Collections.singletonMap(this.text.apply(key), value), options);
	}

	@Override
	public CompletableFuture<@Nullable Void> putAll(Map<? extends K, ? extends @Nullable V> values,
			EntryOptions options) {
		Map<String, @Nullable V> byText = new LinkedHashMap<>();
		Checks.notNull("values", values).forEach((key, value) -> byText.put(this.text.apply(key), value));
		return putTexts(byText, options);
	}

	private CompletableFuture<@Nullable Void> putTexts(Map<String, @Nullable V> values, EntryOptions options) {
		return this.access.putAll(values, Checks.notNull("options", options));
	}

	@Override
	public CompletableFuture<@Nullable Void> invalidate(K key) {
		return this.access.invalidateAll(List.of(this.text.apply(key)));
	}

	@Override
	public CompletableFuture<@Nullable Void> invalidateAll(Collection<? extends K> keys) {
		Set<String> texts = new LinkedHashSet<>();
		Checks.notNull("keys", keys).forEach((key) -> texts.add(this.text.apply(key)));
		return this.access.invalidateAll(List.copyOf(texts));
	}

	@Override
	public CompletableFuture<@Nullable Void> invalidateTags(String... tags) {
		return this.access.invalidateTags(TagIds.of(TagIds.checkInvalidated(tags)));
	}

	@Override
	public CompletableFuture<@Nullable Void> clear() {
		return this.access.clear();
	}

	@Override
	public <R extends @Nullable Object> CompletableFuture<R> writeThrough(K key,
			Callable<? extends CompletionStage<? extends R>> write) {
		Checks.notNull("write", write);
		return this.access.writeThrough(this.text.apply(key), write);
	}

	@Override
	public String toString() {
		return "AsyncTypedCache[" + this.name + ']';
	}

}
