// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.support.AbstractValueAdaptingCache;
import org.springframework.cache.support.NullValue;

import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.loader.BulkLoader;
import io.github.rediscomponents.support.Checks;

/**
 * {@link RedisComponentsCache} over a cache of the client, which has texts as keys.
 */
final class ClientCache extends AbstractValueAdaptingCache implements RedisComponentsCache {

	/** With the name and a colon; see {@link io.github.rediscomponents.KeySpace}. */
	private static final int MAX_IDENTITY = 512;

	private final CacheBinding binding;

	private final Counters counters;

	private final boolean reading;

	private final ClientCache forReads;

	ClientCache(CacheBinding binding) {
		this(binding, new Counters(), false);
	}

	private ClientCache(CacheBinding binding, Counters counters, boolean reading) {
		super(true);
		this.binding = binding;
		this.counters = counters;
		this.reading = reading;
		this.forReads = reading ? this : new ClientCache(binding, counters, true);
	}

	/**
	 * Returns this cache for methods that only read: a value that Redis does not take is
	 * not stored, and nothing is thrown.
	 */
	ClientCache forReads() {
		return this.forReads;
	}

	@Override
	public String getName() {
		return this.binding.name();
	}

	@Override
	public Object getNativeCache() {
		return this.binding.client();
	}

	@Override
	public CacheCounts counts() {
		return this.counters.counts();
	}

	@Override
	protected @Nullable Object lookup(Object key) {
		return stored(this.binding.get().access().find(text(key)));
	}

	/**
	 * Returns what was found, as this cache stores it.
	 */
	private @Nullable Object stored(Lookup<Object> found) {
		// Nothing would rebuild a stale value that is returned here.
		boolean usable = found.state() == Lookup.State.FRESH || found.state() == Lookup.State.NULL;
		(usable ? this.counters.hits : this.counters.misses).increment();
		return usable ? toStoreValue(found.value()) : null;
	}

	@Override
	@SuppressWarnings("unchecked") // The caller names the type that it stores.
	public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
		Checks.notNull("valueLoader", valueLoader);
		AtomicBoolean loaded = new AtomicBoolean();
		Object value = this.binding.get().cache().get(text(key), (text) -> {
			loaded.set(true);
			this.counters.misses.increment();
			return load(key, valueLoader);
		});
		if (!loaded.get()) {
			this.counters.hits.increment();
		}
		return (T) value;
	}

	private @Nullable Object load(Object key, Callable<?> loader) {
		Object value;
		try {
			value = loader.call();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ValueRetrievalException(key, loader, ex);
		}
		catch (Exception ex) {
			throw new ValueRetrievalException(key, loader, ex);
		}
		return this.binding.checked(fromStoreValue(value));
	}

	@Override
	public CompletableFuture<?> retrieve(Object key) {
		Checks.notNull("key", key);
		return Retrieval
			.of(() -> this.binding.get().found().find(text(key)).thenApply((found) -> toValueWrapper(stored(found))));
	}

	@Override
	@SuppressWarnings("unchecked") // The caller names the type that it stores.
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		Checks.notNull("key", key);
		Checks.notNull("valueLoader", valueLoader);
		AtomicBoolean loaded = new AtomicBoolean();
		return Retrieval.of(() -> this.binding.get().async().get(text(key), (text) -> {
			loaded.set(true);
			this.counters.misses.increment();
			return Retrieval.load(key, valueLoader, (value) -> this.binding.checked(fromStoreValue(value)));
		}).thenApply((value) -> {
			if (!loaded.get()) {
				this.counters.hits.increment();
			}
			return (T) value;
		}));
	}

	@Override
	public <K, V> Map<K, V> getAll(Collection<? extends K> keys, BulkLoader<K, V> loader) {
		Map<K, String> texts = new LinkedHashMap<>();
		Checks.notNull("keys", keys).forEach((key) -> texts.put(key, text(key)));
		Map<String, K> byText = new LinkedHashMap<>();
		texts.forEach((key, text) -> byText.putIfAbsent(text, key));
		AtomicInteger missed = new AtomicInteger();
		Map<Object, Object> found = this.binding.get().cache().getAll(byText.keySet(), (missing) -> {
			Set<K> wanted = new LinkedHashSet<>();
			missing.forEach((text) -> wanted.add(byText.get(text)));
			missed.addAndGet(wanted.size());
			return byText(wanted, texts, loader.loadAll(Collections.unmodifiableSet(wanted)));
		});
		this.counters.misses.add(missed.get());
		this.counters.hits.add(Math.max(0, byText.size() - missed.get()));
		return byKey(texts, found);
	}

	private <K> Map<Object, Object> byText(Set<K> wanted, Map<K, String> texts, @Nullable Map<K, ?> loaded) {
		if (loaded == null) {
			throw new IllegalStateException("A bulk loader of cache '" + getName() + "' returned null");
		}
		Map<Object, Object> result = new LinkedHashMap<>();
		for (K key : wanted) {
			Object value = this.binding.checked(loaded.get(key));
			if (value != null) {
				result.put(texts.get(key), value);
			}
		}
		return result;
	}

	@SuppressWarnings("unchecked") // The caller names the type that it stores.
	private static <K, V> Map<K, V> byKey(Map<K, String> texts, Map<Object, Object> found) {
		Map<K, V> result = new LinkedHashMap<>();
		texts.forEach((key, text) -> {
			Object value = found.get(text);
			if (value != null) {
				result.put(key, (V) value);
			}
		});
		return result;
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		Object given = this.binding.checked(fromStoreValue(value));
		if (!this.reading) {
			this.binding.get().access().put(text(key), given);
		}
		else if (!this.binding.get().access().offer(text(key), given)) {
			return;
		}
		this.counters.puts.increment();
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		Object given = this.binding.checked(fromStoreValue(value));
		Lookup<Object> found = this.binding.get().access().putIfAbsent(text(key), given);
		if (found.isHit()) {
			return toValueWrapper(toStoreValue(found.value()));
		}
		this.counters.puts.increment();
		return null;
	}

	@Override
	protected @Nullable Object fromStoreValue(@Nullable Object value) {
		return (value instanceof NullValue) ? null : value;
	}

	@Override
	public void evict(Object key) {
		this.binding.get().access().evict(text(key));
		this.counters.evictions.increment();
	}

	@Override
	public boolean evictIfPresent(Object key) {
		boolean present = this.binding.get().access().remove(text(key));
		this.counters.evictions.increment();
		return present;
	}

	@Override
	public void clear() {
		this.binding.clear();
	}

	@Override
	public boolean invalidate() {
		clear();
		// Nothing tells whether the generation that ended had entries.
		return false;
	}

	private String text(@Nullable Object key) {
		return KeyTexts.of(key, MAX_IDENTITY - getName().length() - 1);
	}

	@Override
	public String toString() {
		return "RedisComponentsCache[" + getName() + ']';
	}

}
