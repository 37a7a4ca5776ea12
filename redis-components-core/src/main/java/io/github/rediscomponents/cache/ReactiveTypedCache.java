// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.github.rediscomponents.cache.loader.BulkLoadContext;
import io.github.rediscomponents.cache.loader.LoadContext;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.support.Checks;

/**
 * An {@link AsyncTypedCache} for Reactor. Nothing happens before a subscription, and
 * again at each one. Cancelling a subscription ends nothing but that: the value is loaded
 * for the other callers, and stored. Needs {@code reactor-core}, which Lettuce brings.
 *
 * <p>
 * The publisher of a loader is subscribed to once for all callers that share the load, so
 * it sees the Reactor context of none of them; it is cancelled after
 * {@code max-load-time}. Signals come on the threads that complete the futures of
 * {@link AsyncTypedCache}. What completes those exceptionally is an error here; errors of
 * arguments are errors of the subscription.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class ReactiveTypedCache<K, V> {

	private final AsyncTypedCache<K, V> cache;

	private ReactiveTypedCache(AsyncTypedCache<K, V> cache) {
		this.cache = cache;
	}

	/**
	 * Returns a cache for Reactor.
	 * @param cache has the entries and the Bloom filter
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @return a view on the same entries
	 */
	public static <K, V> ReactiveTypedCache<K, V> of(TypedCache<K, V> cache) {
		return new ReactiveTypedCache<>(Checks.notNull("cache", cache).async());
	}

	/**
	 * Returns the cache's name.
	 * @return never empty
	 */
	public String name() {
		return this.cache.name();
	}

	/**
	 * Returns the cached value, or the loaded one. See {@link AsyncTypedCache#get}.
	 * @param key the key
	 * @param loader called when there is nothing usable; an empty publisher means that
	 * there is no value, which is cached
	 * @return the value; empty if there is none
	 */
	public Mono<V> get(K key, Function<? super K, ? extends Mono<? extends V>> loader) {
		return get(key, loader, EntryOptions.defaults());
	}

	/**
	 * Returns the same, by settings of this call.
	 * @param key the key
	 * @param loader called when there is nothing usable
	 * @param options replace settings of the cache
	 * @return the value; empty if there is none
	 */
	public Mono<V> get(K key, Function<? super K, ? extends Mono<? extends V>> loader, EntryOptions options) {
		Checks.notNull("loader", loader);
		return Mono.fromFuture(() -> this.cache.get(key, (asked) -> stage(loader.apply(asked)), options));
	}

	/**
	 * Returns the same, with a loader that knows the value which the cache still holds
	 * and decides how the new one is cached.
	 * @param key the key
	 * @param loader called when there is nothing usable
	 * @return the value; empty if there is none
	 */
	public Mono<V> getWithContext(K key, BiFunction<? super K, LoadContext<V>, ? extends Mono<? extends V>> loader) {
		return getWithContext(key, loader, EntryOptions.defaults());
	}

	/**
	 * Returns the same, by settings of this call.
	 * @param key the key
	 * @param loader called when there is nothing usable
	 * @param options replace settings of the cache
	 * @return the value; empty if there is none
	 */
	public Mono<V> getWithContext(K key, BiFunction<? super K, LoadContext<V>, ? extends Mono<? extends V>> loader,
			EntryOptions options) {
		Checks.notNull("loader", loader);
		return Mono.fromFuture(
				() -> this.cache.getWithContext(key, (asked, context) -> stage(loader.apply(asked, context)), options));
	}

	@SuppressWarnings("NullAway") // The cache names a loader that returns null.
	private static <T> CompletionStage<? extends T> stage(@Nullable Mono<? extends T> loaded) {
		return (loaded != null) ? loaded.toFuture() : null;
	}

	/**
	 * Returns the cached values, and the loaded ones for the rest. See
	 * {@link AsyncTypedCache#getAll}.
	 * @param keys the keys; duplicates are looked up once
	 * @param loader called for keys without a usable value, never with an empty set
	 * @return the values that exist, in the order of the keys, never empty
	 */
	public Mono<Map<K, V>> getAll(Collection<? extends K> keys,
			Function<Set<K>, ? extends Mono<? extends Map<K, ? extends @Nullable V>>> loader) {
		Checks.notNull("loader", loader);
		return Mono.fromFuture(() -> this.cache.getAll(keys, (missing) -> stage(loader.apply(missing))));
	}

	/**
	 * Returns the same with a loader that gives tags. See
	 * {@link AsyncTypedCache#getAllWithContext}.
	 * @param keys the keys; duplicates are looked up once
	 * @param loader called for keys without a usable value, never with an empty set
	 * @return the values that exist, in the order of the keys, never empty
	 */
	public Mono<Map<K, V>> getAllWithContext(Collection<? extends K> keys,
			BiFunction<Set<K>, BulkLoadContext<K>, ? extends Mono<? extends Map<K, ? extends @Nullable V>>> loader) {
		Checks.notNull("loader", loader);
		return Mono.fromFuture(
				() -> this.cache.getAllWithContext(keys, (missing, context) -> stage(loader.apply(missing, context))));
	}

	/**
	 * Looks without loading. See {@link AsyncTypedCache#peek}.
	 * @param key the key
	 * @return what is there, never empty
	 */
	public Mono<Lookup<V>> peek(K key) {
		return Mono.fromFuture(() -> this.cache.peek(key));
	}

	/**
	 * Stores a value. See {@link AsyncTypedCache#put(Object, Object)}.
	 * @param key the key
	 * @param value the value; null stores that there is none
	 * @return complete when it is stored
	 */
	public Mono<Void> put(K key, @Nullable V value) {
		return put(key, value, EntryOptions.defaults());
	}

	/**
	 * Stores a value by settings of this call.
	 * @param key the key
	 * @param value the value; null stores that there is none
	 * @param options replace settings of the cache
	 * @return complete when it is stored
	 */
	public Mono<Void> put(K key, @Nullable V value, EntryOptions options) {
		return Mono.fromFuture(() -> this.cache.put(key, value, options));
	}

	/**
	 * Stores values. See {@link AsyncTypedCache#putAll(Map)}.
	 * @param values the values by key; a key mapped to null stores that there is none
	 * @return complete when all are stored
	 */
	public Mono<Void> putAll(Map<? extends K, ? extends @Nullable V> values) {
		return putAll(values, EntryOptions.defaults());
	}

	/**
	 * Stores values by settings of this call, which all get the same tags.
	 * @param values the values by key; a key mapped to null stores that there is none
	 * @param options replace settings of the cache
	 * @return complete when all are stored
	 */
	public Mono<Void> putAll(Map<? extends K, ? extends @Nullable V> values, EntryOptions options) {
		return Mono.fromFuture(() -> this.cache.putAll(values, options));
	}

	/**
	 * Removes a value. See {@link AsyncTypedCache#invalidate}.
	 * @param key the key
	 * @return complete when it is done
	 */
	public Mono<Void> invalidate(K key) {
		return Mono.fromFuture(() -> this.cache.invalidate(key));
	}

	/**
	 * Removes values. See {@link AsyncTypedCache#invalidateAll}.
	 * @param keys the keys
	 * @return complete when it is done
	 */
	public Mono<Void> invalidateAll(Collection<? extends K> keys) {
		return Mono.fromFuture(() -> this.cache.invalidateAll(keys));
	}

	/**
	 * Outdates every entry that has one of the tags. See
	 * {@link AsyncTypedCache#invalidateTags}.
	 * @param tags 1 to 1000 tags
	 * @return complete when it is done
	 */
	public Mono<Void> invalidateTags(String... tags) {
		return Mono.fromFuture(() -> this.cache.invalidateTags(tags));
	}

	/**
	 * Makes every entry invisible. See {@link AsyncTypedCache#clear}.
	 * @return complete when it is done
	 */
	public Mono<Void> clear() {
		return Mono.fromFuture(this.cache::clear);
	}

	/**
	 * Returns how long the local levels of other processes may serve an older value. See
	 * {@link TypedCache#stalenessBound}. Sends nothing.
	 * @return not negative
	 */
	public Duration stalenessBound() {
		return this.cache.stalenessBound();
	}

	/**
	 * Changes the data behind a key, and invalidates the key then. See
	 * {@link AsyncTypedCache#writeThrough}. A reactive transaction has to end inside of
	 * {@code write}: the key is invalidated when that is complete.
	 * @param key the key
	 * @param write changes the data; subscribed to at each subscription, with the Reactor
	 * context of that, and not cancelled with it
	 * @param <R> the type of its result
	 * @return what {@code write} brings
	 */
	public <R> Mono<R> writeThrough(K key, Mono<? extends R> write) {
		Checks.notNull("write", write);
		return Mono.deferContextual((context) -> Mono
			.fromFuture(() -> this.cache.writeThrough(key, () -> write.contextWrite(context).toFuture())));
	}

	/**
	 * This cache with another Bloom filter: for single reads.
	 * @param filter see {@link TypedCache#guardedBy}
	 * @return a view on the same entries
	 */
	public ReactiveTypedCache<K, V> guardedBy(BloomFilter filter) {
		return new ReactiveTypedCache<>(this.cache.guardedBy(filter));
	}

	/**
	 * This cache without its Bloom filter: for single reads.
	 * @return a view on the same entries, whose reads load whatever is missing
	 */
	public ReactiveTypedCache<K, V> unguarded() {
		return new ReactiveTypedCache<>(this.cache.unguarded());
	}

	@Override
	public String toString() {
		return "ReactiveTypedCache[" + name() + ']';
	}

}
