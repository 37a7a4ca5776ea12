// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.loader.BulkContextLoader;
import io.github.rediscomponents.cache.loader.BulkLoader;
import io.github.rediscomponents.cache.loader.CacheContextLoader;
import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.filter.BloomFilter;

/**
 * One named cache. Values are loaded through the cache; code that changes the data behind
 * it calls {@link #invalidate} after the change is committed, or inside its transaction.
 *
 * <p>
 * Inside a transaction of the calling thread ({@link AfterCommit}) {@link #put},
 * {@link #putAll}, {@link #invalidate}, {@link #invalidateAll}, {@link #clear} and
 * {@link #writeThrough} send nothing before the commit and nothing after a rollback,
 * unless {@code writing.after-commit} is false. Until then the thread reads of the keys
 * that it changed what it put, or what its loader returns, which is not stored and not
 * shared; other threads read the cache as it is. A failure after the commit is not
 * thrown: it is logged, and the keys are invalidated when Redis answers again.
 *
 * <p>
 * Guarantees, with one primary that keeps its data:
 * <ul>
 * <li>At most one loader runs per key and process, and at most one across all processes
 * while Redis answers, the loading process lives and the load is shorter than
 * {@code max-load-time} and than the {@code wait-timeout} of callers that wait with
 * {@code on-wait-timeout: load}. This saves work; it is not mutual exclusion for side
 * effects.
 * <li>A value whose load began before an {@link #invalidate}, {@link #put} or
 * {@link #clear} was executed is not stored over it. No caller of this process that
 * starts after such a call returned receives that value; callers of other processes that
 * join a load already running there may, until a message (milliseconds) tells them.
 * <li>Nothing is served later than its time to live plus the stale window; plus
 * {@code fail-safe}, if that is longer, while loads fail or are too slow.
 * </ul>
 * A failover to a replica that lags may bring a deleted value back, until its expiry.
 *
 * <p>
 * Keys: {@code <prefix>:cache:{<name>:<key>}} (string, one entry, always with an expiry),
 * {@code <prefix>:cache-lease:{<name>:<key>}} (hash, the right to load, expires) and
 * {@code <prefix>:cache-generation:{<name>}} (string, without expiry; losing it clears
 * the cache) and {@code <prefix>:cache-tags:{<name>}} (sorted set, without expiry; losing
 * it outdates the entries with tags). Each call works on single slots, so a Cluster needs
 * nothing special.
 *
 * <p>
 * Threads that wait for one load share the object that it returned. Instances are safe
 * for use by any number of threads. The lease follows the one of memcached at Facebook
 * (Nishtala et al., NSDI 2013).
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 1.0.0
 */
public interface TypedCache<K, V> {

	/**
	 * Returns the cache's name.
	 * @return never empty
	 */
	String name();

	/**
	 * Returns the cached value, or the loaded one. A value within the stale window is
	 * returned at once while one process rebuilds it in the background. Blocks while the
	 * loader runs, here or in another process, the latter for at most
	 * {@code wait-timeout}. A loaded value larger than {@code max-value-bytes} is
	 * returned and not stored.
	 *
	 * <p>
	 * With a Bloom filter, by the settings, the {@link CacheSpec} or {@link #guardedBy},
	 * a miss asks it before anything else: a key that it certainly does not have is null
	 * without a load, which is not stored. A filter that does not know, fails or does not
	 * answer in time does not keep the value from being loaded.
	 *
	 * <p>
	 * Cost: a hit is one GET; a miss one GET, two EVALSHA and the load; with a filter one
	 * BITFIELD and one EVALSHA more in a flush, and nothing else for what it does not
	 * have. When Redis does not answer within {@code command-timeout} the loader is
	 * called without it, once for all threads that ask for the key at that time, and no
	 * command is sent for up to a second before it is tried again.
	 * @param key the key; its text has 1 to 512 characters together with the cache's name
	 * @param loader called when there is nothing usable; null means that there is no
	 * value, which is cached for {@code null-ttl}
	 * @return the value, or null if there is none
	 * @throws CacheLoadException if the loader threw a checked exception; unchecked ones
	 * come as they are. Nothing was stored, and the next caller that waits for the key
	 * loads, after {@code error-cool-down}. Also if there was no place among
	 * {@code max-concurrent-loads} (cause
	 * {@link java.util.concurrent.RejectedExecutionException}), and after
	 * {@code hard-timeout} (cause {@link java.util.concurrent.TimeoutException}; the load
	 * goes on and is stored). In each case an older value that {@code fail-safe} keeps is
	 * returned instead
	 * @throws CacheWaitException if waiting for another load was interrupted, or timed
	 * out with {@code on-wait-timeout: fail}
	 * @throws IllegalStateException if a loader asks this cache for the key that it is
	 * loading
	 * @throws CodecException if the loaded value cannot be encoded; nothing was stored
	 */
	@Nullable V get(K key, CacheLoader<? super K, ? extends V> loader);

	/**
	 * Returns the cached value, or the loaded one, by settings of this call. The same as
	 * {@link #get(Object, CacheLoader)} in all else.
	 * @param key the key
	 * @param loader called when there is nothing usable
	 * @param options replace settings of the cache
	 * @return the value, or null if there is none
	 * @throws CacheLoadException see there; its cause is a
	 * {@link java.util.concurrent.TimeoutException} after {@code hard-timeout}
	 */
	@Nullable V get(K key, CacheLoader<? super K, ? extends V> loader, EntryOptions options);

	/**
	 * Returns the cached value, or the loaded one, with a loader that knows the value
	 * which the cache still holds and decides how the new one is cached. The same as
	 * {@link #get(Object, CacheLoader)} in all else.
	 * @param key the key
	 * @param loader called when there is nothing usable
	 * @return the value, or null if there is none
	 */
	default @Nullable V getWithContext(K key, CacheContextLoader<? super K, V> loader) {
		return getWithContext(key, loader, EntryOptions.defaults());
	}

	/**
	 * Returns the same, by settings of this call.
	 * @param key the key
	 * @param loader called when there is nothing usable
	 * @param options replace settings of the cache
	 * @return the value, or null if there is none
	 */
	@Nullable V getWithContext(K key, CacheContextLoader<? super K, V> loader, EntryOptions options);

	/**
	 * Looks without loading, waiting or rebuilding. One GET.
	 * @param key the key
	 * @return what is there; a miss also when the content cannot be read by this cache
	 * @throws RedisUnavailableException if no answer came in time, and
	 * {@link LocalCacheSettings#outageWindow} keeps no value
	 * @throws RedisCommandException if Redis refused
	 */
	Lookup<V> peek(K key);

	/**
	 * Returns the cached values, and the loaded ones for the rest. One flush of GETs when
	 * all are there; otherwise one more flush that takes the leases, one call of the
	 * loader for all keys that no other caller is loading, and one flush that stores.
	 * Keys that others are loading are then waited for together, for at most the
	 * wait-timeout in all; those that did not come are loaded here by one more call, or
	 * {@link CacheWaitException} is thrown. Stale values are returned at once and rebuilt
	 * in the background by one call. A flush of more than 1,024 commands is several, one
	 * after the other, each with a command-timeout of its own.
	 *
	 * <p>
	 * A loader that fails, takes longer than {@code hard-timeout} or finds no place among
	 * {@code max-concurrent-loads} gives the values that {@code fail-safe} keeps if there
	 * is one for each key that it was called for, else the exception. After
	 * {@code soft-timeout} it does so if there is one for each key that misses.
	 * @param keys the keys; duplicates are looked up once
	 * @param loader called for keys without a usable value, never with an empty set
	 * @return the values that exist, in the order of the keys; a key without a value is
	 * not in the map
	 * @throws CacheLoadException as {@link #get}; what was loaded before is stored
	 * @throws CacheWaitException as {@link #get}
	 * @throws IllegalStateException as {@link #get}
	 * @throws CodecException as {@link #get}
	 */
	Map<K, V> getAll(Collection<? extends K> keys, BulkLoader<K, V> loader);

	/**
	 * Returns the same with a loader that gives tags. The flush that takes the leases has
	 * one EVALSHA more. The same as {@link #getAll} in all else.
	 * @param keys the keys; duplicates are looked up once
	 * @param loader called for keys without a usable value, never with an empty set
	 * @return the values that exist, in the order of the keys
	 */
	Map<K, V> getAllWithContext(Collection<? extends K> keys, BulkContextLoader<K, V> loader);

	/**
	 * Stores a value and voids loads of the key that are under way; inside a transaction
	 * after its commit. One EVALSHA. Sent again if the connection breaks, so it is
	 * executed at least once: a repetition can store the value over an invalidation that
	 * came in between. Where others write too, prefer {@link #invalidate}.
	 * @param key the key
	 * @param value the value; null stores that there is none, for {@code null-ttl}
	 * @throws RedisUnavailableException if no answer came in time; the value may or may
	 * not be stored, and the key is invalidated when Redis answers again
	 * @throws RedisCommandException if Redis refused; the key is invalidated when Redis
	 * takes that
	 * @throws CodecException if the value cannot be encoded; nothing was sent
	 * @throws IllegalArgumentException if the encoded value is larger than
	 * {@code max-value-bytes}; nothing was sent
	 */
	void put(K key, @Nullable V value);

	/**
	 * Stores a value by settings of this call: its time to live and its tags. With tags
	 * one EVALSHA more, before the other one. The same as {@link #put(Object, Object)} in
	 * all else.
	 * @param key the key
	 * @param value the value; null stores that there is none
	 * @param options replace settings of the cache
	 * @throws RedisUnavailableException see there; nothing was stored if the tags could
	 * not be read
	 */
	void put(K key, @Nullable V value, EntryOptions options);

	/**
	 * Stores values as {@link #put} does each of them, 1,024 in a flush, to each node of
	 * a cluster by itself; not atomic.
	 * @param values the values by key; a key mapped to null stores that there is none
	 * @throws RedisUnavailableException if an answer did not come in time; how many
	 * values are stored, may be stored and are not stored is its {@code progress()}; the
	 * latter two are invalidated when Redis answers again
	 * @throws RedisCommandException if Redis refused one, which is invalidated when Redis
	 * takes that; others may be stored
	 * @throws CodecException if a value cannot be encoded; nothing was sent
	 * @throws IllegalArgumentException if an encoded value is larger than
	 * {@code max-value-bytes}; nothing was sent
	 */
	void putAll(Map<? extends K, ? extends @Nullable V> values);

	/**
	 * Stores values by settings of this call, which all get the same tags. With tags one
	 * EVALSHA more, before the others. The same as {@link #putAll(Map)} in all else.
	 * @param values the values by key; a key mapped to null stores that there is none
	 * @param options replace settings of the cache
	 */
	void putAll(Map<? extends K, ? extends @Nullable V> values, EntryOptions options);

	/**
	 * Removes a value and voids loads of the key that are under way. When this returns it
	 * is done; inside a transaction it is done after the commit. Outside of one call it
	 * after the change of the data is committed. One EVALSHA; repeating it does no harm.
	 *
	 * <p>
	 * If Redis does not do it, it is queued in the memory of this process and repeated
	 * until it succeeds; until then this process loads the key without reading or storing
	 * its entry. What the caller sees is {@code writing.on-invalidation-failure}.
	 * @param key the key
	 * @throws RedisUnavailableException if no answer came in time; the value may or may
	 * not be removed, and the invalidation is queued
	 * @throws RedisCommandException if Redis refused; nothing was changed, and the
	 * invalidation is queued
	 */
	void invalidate(K key);

	/**
	 * Removes values as {@link #invalidate} does each of them, 1,024 in a flush, to each
	 * node of a cluster by itself; not atomic.
	 * @param keys the keys
	 * @throws RedisUnavailableException if an answer did not come in time; how many
	 * values are removed, may be removed and are not removed is its {@code progress()};
	 * the latter two are queued
	 * @throws RedisCommandException if Redis refused one, which is queued; others may be
	 * removed
	 */
	void invalidateAll(Collection<? extends K> keys);

	/**
	 * Outdates every entry that has one of the tags, however many there are, and every
	 * value with one of them that is being loaded; their memory is freed when they expire
	 * or are loaded anew. When this returns no read that begins later, in any process,
	 * returns one of them from Redis; the local levels of other processes follow with a
	 * message, as after {@link #invalidate}. Inside a transaction it is done after the
	 * commit, and until then the thread loads every key of this cache that it reads,
	 * because it cannot know which of them have the tags. Outside of one call it after
	 * the change of the data is committed. One EVALSHA for all tags, with one PUBLISH
	 * inside it. While the Redis node of the tags does not answer, other processes go on
	 * as far as they were told.
	 *
	 * <p>
	 * If Redis does not do it, it is queued and repeated as an {@link #invalidate} is;
	 * until then this process takes every entry with one of the tags for outdated.
	 * @param tags 1 to 1000 tags that loaders or calls gave to entries, each 1 to 1024
	 * characters, well-formed UTF-16
	 * @throws IllegalArgumentException if there are none or more, or one is malformed;
	 * nothing was sent
	 * @throws RedisUnavailableException if no answer came in time; the entries may or may
	 * not be outdated, and the invalidation is queued
	 * @throws RedisCommandException if Redis refused; nothing was changed, and the
	 * invalidation is queued
	 */
	void invalidateTags(String... tags);

	/**
	 * Makes every entry invisible, and voids every load that is under way, in one step
	 * however many there are; their memory is freed when they expire. When this returns
	 * it holds for this process; for the others as soon as a message reaches them, at the
	 * latest {@code clear-visible-within} later. Inside a transaction it is done after
	 * the commit. One EVALSHA and one PUBLISH inside it.
	 * @throws RedisUnavailableException if no answer came in time; the cache may or may
	 * not be cleared, and the clear is queued as an {@link #invalidate} is
	 * @throws RedisCommandException if Redis refused; nothing was changed, and the clear
	 * is queued
	 */
	void clear();

	/**
	 * Returns how long after a change returned the local levels of other processes may
	 * serve the older value: twice the probe interval and 250 ms; zero if the changes of
	 * this cache are neither broadcast nor tracked, so that only Redis keeps values; with
	 * {@link Invalidation#NONE} {@link LocalCacheSettings#ttl()}. A caller that waits
	 * this long can tell its own caller that everyone sees the change. All processes need
	 * the same probe interval; see the guarantees of the local level for what it does not
	 * bound. Sends nothing.
	 * @return not negative
	 */
	Duration stalenessBound();

	/**
	 * Changes the data behind a key, and invalidates the key then; inside a transaction
	 * after its commit. Outside of one the key is invalidated also if the change throws,
	 * because a change that timed out may have been made. One EVALSHA.
	 * @param key the key
	 * @param write changes the data; may commit a transaction of its own
	 * @param <R> the type of its result
	 * @return what {@code write} returned
	 * @throws Exception what {@code write} threw; a failure of the invalidation is
	 * suppressed in it
	 * @throws RedisUnavailableException as {@link #invalidate}; {@code write} has
	 * returned
	 * @throws RedisCommandException as {@link #invalidate}; {@code write} has returned
	 */
	<R> R writeThrough(K key, Callable<R> write) throws Exception;

	/**
	 * This cache for callers that must not block a thread.
	 * @return a view on the same entries, with the Bloom filter of this one
	 */
	AsyncTypedCache<K, V> async();

	/**
	 * This cache with another Bloom filter: for single reads.
	 * @param filter has the text of every key that has a value, added before its row is
	 * committed
	 * @return a view on the same entries, whose {@link #get} and {@link #getAll} ask the
	 * filter about what is missing
	 */
	TypedCache<K, V> guardedBy(BloomFilter filter);

	/**
	 * This cache without its Bloom filter: for single reads.
	 * @return a view on the same entries, whose {@link #get} and {@link #getAll} load
	 * whatever is missing
	 */
	TypedCache<K, V> unguarded();

}
