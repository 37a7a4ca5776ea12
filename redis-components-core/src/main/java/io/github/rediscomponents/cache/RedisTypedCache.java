// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;

import io.github.rediscomponents.cache.engine.AsyncAccess;
import io.github.rediscomponents.cache.engine.CacheAccess;
import io.github.rediscomponents.cache.engine.CacheCore;
import io.github.rediscomponents.cache.engine.Guarding;
import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.flight.KeyedSource;
import io.github.rediscomponents.cache.flight.TaggingSource;
import io.github.rediscomponents.cache.flight.ValueSource;
import io.github.rediscomponents.cache.loader.BulkContextLoader;
import io.github.rediscomponents.cache.loader.BulkLoader;
import io.github.rediscomponents.cache.loader.CacheContextLoader;
import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.support.Checks;
import org.jspecify.annotations.Nullable;

/**
 * {@link TypedCache} on Redis: turns keys into texts.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class RedisTypedCache<K, V> implements TypedCache<K, V>, CacheAccess.Owner<V> {

	private static final int MAX_IDENTITY = 512;

	private final CacheCore<V> core;

	private final Function<? super K, String> keyText;

	private final Guarding guarding;

	private final int maxLength;

	RedisTypedCache(CacheCore<V> core, Function<? super K, String> keyText, Guarding guarding) {
		this.core = core;
		this.keyText = keyText;
		this.guarding = guarding;
		this.maxLength = maxKeyLength(core.name());
	}

	static int maxKeyLength(String name) {
		return MAX_IDENTITY - name.length() - 1;
	}

	@Override
	public String name() {
		return this.core.name();
	}

	@Override
	public @Nullable V get(K key, CacheLoader<? super K, ? extends V> loader) {
		Checks.notNull("loader", loader);
		return this.core.get(key, text(key), loader, this.guarding);
	}

	@Override
	public @Nullable V get(K key, CacheLoader<? super K, ? extends V> loader, EntryOptions options) {
		Checks.notNull("loader", loader);
		return this.core.get(text(key), (context) -> loader.load(key), Checks.notNull("options", options),
				this.guarding);
	}

	@Override
	public @Nullable V getWithContext(K key, CacheContextLoader<? super K, V> loader, EntryOptions options) {
		Checks.notNull("loader", loader);
		return this.core.get(text(key), ValueSource.tagging((context) -> loader.load(key, context)),
				Checks.notNull("options", options), this.guarding);
	}

	@Override
	public Lookup<V> peek(K key) {
		return this.core.peek(text(key));
	}

	@Override
	public Map<K, V> getAll(Collection<? extends K> keys, BulkLoader<K, V> loader) {
		Checks.notNull("loader", loader);
		return load(keys, (texts) -> new KeyedSource<>(name(), texts, loader));
	}

	@Override
	public Map<K, V> getAllWithContext(Collection<? extends K> keys, BulkContextLoader<K, V> loader) {
		Checks.notNull("loader", loader);
		return load(keys, (texts) -> new TaggingSource<>(name(), texts, loader));
	}

	private Map<K, V> load(Collection<? extends K> keys, Function<Map<K, String>, KeyedSource<K, V>> sources) {
		Checks.notNull("keys", keys);
		Map<K, String> texts = new LinkedHashMap<>();
		for (K key : keys) {
			texts.put(key, text(key));
		}
		if (texts.isEmpty()) {
			return new LinkedHashMap<>();
		}
		KeyedSource<K, V> source = sources.apply(texts);
		return source.byKey(this.core.getAll(source.texts(), source, this.guarding));
	}

	@Override
	public void put(K key, @Nullable V value) {
		this.core.writes().put(text(key), value);
	}

	@Override
	public void put(K key, @Nullable V value, EntryOptions options) {
		this.core.writes().put(text(key), value, Checks.notNull("options", options));
	}

	@Override
	public void putAll(Map<? extends K, ? extends @Nullable V> values) {
		putAll(values, EntryOptions.defaults());
	}

	@Override
	public void putAll(Map<? extends K, ? extends @Nullable V> values, EntryOptions options) {
		Checks.notNull("options", options);
		Checks.notNull("values", values);
		Map<String, @Nullable V> byText = new LinkedHashMap<>();
		values.forEach((key, value) -> byText.put(text(key), value));
		if (!byText.isEmpty()) {
			this.core.writes().putAll(byText, options);
		}
	}

	@Override
	public void invalidate(K key) {
		this.core.writes().invalidate(text(key));
	}

	@Override
	public void invalidateAll(Collection<? extends K> keys) {
		Checks.notNull("keys", keys);
		Set<String> texts = new LinkedHashSet<>();
		for (K key : keys) {
			texts.add(text(key));
		}
		if (!texts.isEmpty()) {
			this.core.writes().invalidateAll(List.copyOf(texts));
		}
	}

	@Override
	public void invalidateTags(String... tags) {
		this.core.writes().invalidateTags(TagIds.of(TagIds.checkInvalidated(tags)));
	}

	@Override
	public void clear() {
		this.core.writes().clear();
	}

	@Override
	public Duration stalenessBound() {
		return this.core.stalenessBound();
	}

	@Override
	public <R> R writeThrough(K key, Callable<R> write) throws Exception {
		Checks.notNull("write", write);
		return this.core.writes().writeThrough(text(key), write);
	}

	@Override
	public AsyncTypedCache<K, V> async() {
		return new RedisAsyncTypedCache<>(name(), this.core.async(), this::text, this.core::stalenessBound,
				this.guarding);
	}

	@Override
	public TypedCache<K, V> guardedBy(BloomFilter filter) {
		return new RedisTypedCache<>(this.core, this.keyText, Guarding.by(Checks.notNull("filter", filter)));
	}

	@Override
	public TypedCache<K, V> unguarded() {
		return new RedisTypedCache<>(this.core, this.keyText, Guarding.NONE);
	}

	@Override
	public CacheAccess<V> access() {
		return this.core.access();
	}

	@Override
	public AsyncAccess<V> asyncAccess() {
		return this.core.async();
	}

	private String text(K key) {
		Checks.notNull("key", key);
		return Checks.hasLength("key", this.keyText.apply(key), this.maxLength);
	}

	@Override
	public String toString() {
		return "TypedCache[" + this.core.name() + ']';
	}

}
