// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Callable;

import org.springframework.cache.Cache;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.loader.BulkLoader;

/**
 * A cache of Spring's cache abstraction over a {@link TypedCache}.
 *
 * <p>
 * {@link #get(Object, Callable)} and the {@code retrieve} with a supplier load as
 * {@link TypedCache#get} does: once for all threads and processes, with its lease, its
 * stale window and its Bloom filter. The other reads look without loading; for them a
 * stale value and a Redis that does not answer are misses. {@code put},
 * {@code putIfAbsent}, {@code evict}, {@code evictIfPresent}, {@code invalidate} and
 * {@code clear} are done when they return, also inside a transaction, or throw
 * {@link RedisUnavailableException} or {@link RedisCommandException}.
 *
 * <p>
 * Null is a value that is cached. The native cache is the {@link CacheClient}. The
 * futures of {@code retrieve} complete on worker threads, on which the work is done that
 * may block.
 *
 * <p>
 * A value that is not of the cache's type is an {@link IllegalArgumentException} before
 * anything is sent. Instances are safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface RedisComponentsCache extends Cache {

	/**
	 * Returns the cached values, and the loaded ones for the rest, with the cost and the
	 * exceptions of {@link TypedCache#getAll}. The entries are those of
	 * {@code @Cacheable} methods that have such a key as their only parameter.
	 * @param keys the keys, none of them null
	 * @param loader called for keys without a usable value, never with an empty set
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @return the values that exist, in the order of the keys; a key without a value is
	 * not in the map
	 */
	<K, V> Map<K, V> getAll(Collection<? extends K> keys, BulkLoader<K, V> loader);

	/**
	 * Returns what this cache was asked for in this process.
	 * @return the counts since the cache was first used
	 */
	CacheCounts counts();

}
