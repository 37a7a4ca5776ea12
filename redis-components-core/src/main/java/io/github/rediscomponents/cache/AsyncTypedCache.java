// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.loader.AsyncBulkContextLoader;
import io.github.rediscomponents.cache.loader.AsyncBulkLoader;
import io.github.rediscomponents.cache.loader.AsyncCacheContextLoader;
import io.github.rediscomponents.cache.loader.AsyncCacheLoader;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.filter.BloomFilter;

/**
 * A {@link TypedCache} whose calls block no thread: not for Redis, not while a value is
 * loaded here or in another process, and not for a place among the loads. Obtained by
 * {@link TypedCache#async()}. The entries, the settings and the guarantees are those of
 * the cache: a thread that calls {@link TypedCache#get} and an asynchronous call of the
 * same key share one load.
 *
 * <p>
 * Futures are completed on threads of the components named
 * {@code redis-components-stage}, as many as there are processors and at least two, never
 * on one that serves connections; a future is complete at once where nothing has to be
 * awaited. Functions that depend on a future run there too and must not block. Errors of
 * arguments are thrown; every other failure completes the future exceptionally. Each
 * caller has a future of its own: cancelling it ends nothing else, and the value is
 * stored for the other callers.
 *
 * <p>
 * Transactions ({@link AfterCommit}): only the thread that calls a method is looked at,
 * because a stage is bound to no thread. Inside its transaction {@link #put},
 * {@link #putAll}, {@link #invalidate}, {@link #invalidateAll}, {@link #invalidateTags}
 * and {@link #clear} send nothing before the commit, and their futures are complete at
 * once. A read of a key that the transaction has changed returns what it put, or what the
 * loader returns, which is called on that thread and whose value is not stored. Code that
 * runs when a stage completes is in no transaction.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 1.0.0
 */
public interface AsyncTypedCache<K, V> {

	/**
	 * Returns the cache's name.
	 * @return never empty
	 */
	String name();

	/**
	 * Returns the cached value, or the loaded one, as {@link TypedCache#get} does, at the
	 * same cost in commands. A load that is not complete after {@code max-load-time} is
	 * given up. A loader that asks for the key that it is loading fails before it returns
	 * its stage; a stage that does so later waits until {@code wait-timeout}.
	 * @param key the key
	 * @param loader called when there is nothing usable
	 * @return completes with the value, or with null if there is none. Exceptionally with
	 * an unchecked exception or an error of the loader as it is; with
	 * {@link CacheLoadException} around a checked one or a cancellation, after
	 * {@code hard-timeout} or {@code max-load-time} (cause
	 * {@link java.util.concurrent.TimeoutException}), without a place among
	 * {@code max-concurrent-loads} and beyond {@code max-async-calls} (cause
	 * {@link java.util.concurrent.RejectedExecutionException}); with
	 * {@link CacheWaitException} with {@code on-wait-timeout: fail}; with
	 * {@link IllegalStateException} if the loader returns null or asks for the key that
	 * it is loading; with {@link CodecException} if the value cannot be encoded
	 */
	CompletableFuture<@Nullable V> get(K key, AsyncCacheLoader<? super K, ? extends V> loader);

	/**
	 * Returns the cached value, or the loaded one, by settings of this call. The same as
	 * {@link #get(Object, AsyncCacheLoader)} in all else.
	 * @param key the key
	 * @param loader called when there is nothing usable
	 * @param options replace settings of the cache
	 * @return completes with the value, or with null if there is none
	 */
	CompletableFuture<@Nullable V> get(K key, AsyncCacheLoader<? super K, ? extends V> loader, EntryOptions options);

	/**
	 * Returns the cached value, or the loaded one, with a loader that knows the value
	 * which the cache still holds and decides how the new one is cached. The same as
	 * {@link #get(Object, AsyncCacheLoader)} in all else.
	 * @param key the key
	 * @param loader called when there is nothing usable
	 * @return completes with the value, or with null if there is none
	 */
	default CompletableFuture<@Nullable V> getWithContext(K key, AsyncCacheContextLoader<? super K, V> loader) {
		return getWithContext(key, loader, EntryOptions.defaults());
	}

	/**
	 * Returns the same, by settings of this call.
	 * @param key the key
	 * @param loader called when there is nothing usable
	 * @param options replace settings of the cache
	 * @return completes with the value, or with null if there is none
	 */
	CompletableFuture<@Nullable V> getWithContext(K key, AsyncCacheContextLoader<? super K, V> loader,
			EntryOptions options);

	/**
	 * Returns the cached values, and the loaded ones for the rest. One flush of GETs when
	 * all are there. The loader is called once for all keys that no other caller is
	 * loading, and again for those that others were loading and did not bring, which are
	 * gathered for 50 ms. A stale value is returned at once and rebuilt by a call of its
	 * own. Each key that is loaded costs two EVALSHA, not in one flush. The same as
	 * {@link TypedCache#getAll} in all else.
	 * @param keys the keys; duplicates are looked up once
	 * @param loader called for keys without a usable value, never with an empty set
	 * @return completes with the values that exist, in the order of the keys; a key
	 * without a value is not in the map. Exceptionally as {@link #get}, if one key has no
	 * value because its load failed
	 */
	CompletableFuture<Map<K, V>> getAll(Collection<? extends K> keys, AsyncBulkLoader<K, V> loader);

	/**
	 * Returns the same with a loader that gives tags. One EVALSHA and one round trip more
	 * if something is loaded. A value that is rebuilt by a call of its own costs one
	 * EVALSHA more, in the flush that takes its lease. The same as {@link #getAll} in all
	 * else.
	 * @param keys the keys; duplicates are looked up once
	 * @param loader called for keys without a usable value, never with an empty set
	 * @return completes with the values that exist, in the order of the keys
	 */
	CompletableFuture<Map<K, V>> getAllWithContext(Collection<? extends K> keys, AsyncBulkContextLoader<K, V> loader);

	/**
	 * Looks without loading, waiting or rebuilding, as {@link TypedCache#peek} does. One
	 * GET.
	 * @param key the key
	 * @return completes with what is there; exceptionally with
	 * {@link RedisUnavailableException} if no answer came in time, and with
	 * {@link RedisCommandException} if Redis refused
	 */
	CompletableFuture<Lookup<V>> peek(K key);

	/**
	 * Stores a value, as {@link TypedCache#put(Object, Object)} does. One EVALSHA.
	 * @param key the key
	 * @param value the value; null stores that there is none
	 * @return completes when it is stored; exceptionally with the exceptions of
	 * {@link TypedCache#put(Object, Object)}, which leave behind what they say there
	 */
	default CompletableFuture<@Nullable Void> put(K key, @Nullable V value) {
		return put(key, value, EntryOptions.defaults());
	}

	/**
	 * Stores a value by settings of this call. With tags one EVALSHA more. The same as
	 * {@link #put(Object, Object)} in all else.
	 * @param key the key
	 * @param value the value; null stores that there is none
	 * @param options replace settings of the cache
	 * @return completes when it is stored
	 */
	CompletableFuture<@Nullable Void> put(K key, @Nullable V value, EntryOptions options);

	/**
	 * Stores values, as {@link TypedCache#putAll(Map)} does.
	 * @param values the values by key; a key mapped to null stores that there is none
	 * @return completes when all are stored; exceptionally with the exceptions of
	 * {@link TypedCache#putAll(Map)}, which leave behind what they say there
	 */
	default CompletableFuture<@Nullable Void> putAll(Map<? extends K, ? extends @Nullable V> values) {
		return putAll(values, EntryOptions.defaults());
	}

	/**
	 * Stores values by settings of this call, which all get the same tags. With tags one
	 * EVALSHA more. The same as {@link #putAll(Map)} in all else.
	 * @param values the values by key; a key mapped to null stores that there is none
	 * @param options replace settings of the cache
	 * @return completes when all are stored
	 */
	CompletableFuture<@Nullable Void> putAll(Map<? extends K, ? extends @Nullable V> values, EntryOptions options);

	/**
	 * Removes a value and voids loads of the key that are under way, as
	 * {@link TypedCache#invalidate} does. One EVALSHA.
	 * @param key the key
	 * @return completes when it is done; exceptionally with the exceptions of
	 * {@link TypedCache#invalidate}, and then the invalidation is queued
	 */
	CompletableFuture<@Nullable Void> invalidate(K key);

	/**
	 * Removes values, as {@link TypedCache#invalidateAll} does.
	 * @param keys the keys
	 * @return completes when it is done; exceptionally with the exceptions of
	 * {@link TypedCache#invalidateAll}, and then what is not removed is queued
	 */
	CompletableFuture<@Nullable Void> invalidateAll(Collection<? extends K> keys);

	/**
	 * Outdates every entry that has one of the tags, as {@link TypedCache#invalidateTags}
	 * does. One EVALSHA for all tags, in one round trip.
	 * @param tags 1 to 1000 tags that loaders or calls gave to entries, each 1 to 1024
	 * characters, well-formed UTF-16
	 * @return completes when no read that begins later, in any process, returns one of
	 * the entries from Redis; exceptionally with the exceptions of
	 * {@link TypedCache#invalidateTags}, and then the invalidation is queued
	 * @throws IllegalArgumentException if there are none or more, or one is malformed;
	 * nothing was sent
	 */
	CompletableFuture<@Nullable Void> invalidateTags(String... tags);

	/**
	 * Makes every entry invisible, and voids every load that is under way, as
	 * {@link TypedCache#clear} does. One EVALSHA, in one round trip.
	 * @return completes when that holds for this process; exceptionally with the
	 * exceptions of {@link TypedCache#clear}, and then the clear is queued
	 */
	CompletableFuture<@Nullable Void> clear();

	/**
	 * Returns how long after a change is complete the local levels of other processes may
	 * serve the older value. See {@link TypedCache#stalenessBound}. Sends nothing.
	 * @return not negative
	 */
	Duration stalenessBound();

	/**
	 * Changes the data behind a key by a stage, and invalidates the key when the stage is
	 * complete, also exceptionally, because a change that timed out may have been made.
	 * Inside a transaction of the calling thread the key is invalidated after its commit;
	 * if the stage is not complete when {@code write} returns it, the key is invalidated
	 * when it is, too, because it may be neither before the commit nor a part of it. The
	 * time of the stage is not bounded. Cancelling the future ends neither the write nor
	 * the invalidation. One EVALSHA; two inside a transaction, if the stage is complete
	 * later.
	 * @param key the key
	 * @param write begins to change the data, on the calling thread
	 * @param <R> the type of its result
	 * @return completes with what the stage brings, when the key is invalidated.
	 * Exceptionally with what {@code write} threw or the stage failed with, as it is,
	 * with a failure of the invalidation suppressed in it;
	 * {@link java.util.concurrent.ExecutionException} around a cancellation of the stage
	 * and around what has no text that can be read; with {@link IllegalStateException} if
	 * {@code write} returned null; with the exceptions of {@link TypedCache#invalidate}
	 * if the data is changed, and then the invalidation is queued
	 */
	<R extends @Nullable Object> CompletableFuture<R> writeThrough(K key,
			Callable<? extends CompletionStage<? extends R>> write);

	/**
	 * This cache with another Bloom filter: for single reads.
	 * @param filter see {@link TypedCache#guardedBy}
	 * @return a view on the same entries
	 */
	AsyncTypedCache<K, V> guardedBy(BloomFilter filter);

	/**
	 * This cache without its Bloom filter: for single reads.
	 * @return a view on the same entries, whose reads load whatever is missing
	 */
	AsyncTypedCache<K, V> unguarded();

}
