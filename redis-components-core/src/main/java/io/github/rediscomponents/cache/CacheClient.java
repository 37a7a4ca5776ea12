// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.cache.store.CacheEnvironment;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.ServerClock;
import org.jspecify.annotations.Nullable;

/**
 * Gives the caches of an application by name. A name that is not configured gets the
 * default settings; nothing needs to be declared.
 *
 * <p>
 * A name stands for one type of values and one of keys. The first call that mentions a
 * name settles the types, the text of the keys, codec and settings; asking again for the
 * same types, with the same codec and settings or without any, gives a cache over the
 * same entries. Content that another application stored under a name is a miss.
 *
 * <p>
 * Asking for a cache sends nothing. The first lookup subscribes to the channel
 * {@code <prefix>:cache:channel:events}. Safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface CacheClient extends AutoCloseable {

	/**
	 * Returns a cache with texts as keys.
	 * @param name letters, digits, {@code -}, {@code _} and {@code .}, at most 128
	 * @param type the type of the values
	 * @param <V> the type of the values
	 * @return the cache
	 * @throws IllegalArgumentException if {@code name} is malformed or stands for another
	 * type of values or keys, another text of the keys, codec or settings already
	 * @throws CodecException if values of this type cannot be handled
	 */
	<V> TypedCache<String, V> cache(String name, Class<V> type);

	/**
	 * Returns a cache with texts as keys and values of a generic type.
	 * @param name see {@link #cache(String, Class)}
	 * @param type the type of the values, {@code new TypeRef<List<User>>() {}}
	 * @param <V> the type of the values
	 * @return the cache
	 * @throws IllegalArgumentException see {@link #cache(String, Class)}
	 * @throws CodecException see {@link #cache(String, Class)}
	 */
	<V> TypedCache<String, V> cache(String name, TypeRef<V> type);

	/**
	 * Returns a cache with keys of any type, and, if wanted, a codec or settings of its
	 * own.
	 * @param spec describes it
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @return the cache
	 * @throws IllegalArgumentException see {@link #cache(String, Class)}
	 * @throws CodecException see {@link #cache(String, Class)}
	 */
	<K, V> TypedCache<K, V> cache(CacheSpec<K, V> spec);

	/**
	 * Returns the cached value, or the loaded one, in one line:
	 * {@code cache.get("shop", id, Shop.class, shops::find)}. The same as
	 * {@link TypedCache#get} on the cache of that name, with its cost and its exceptions.
	 * @param name see {@link #cache(String, Class)}
	 * @param id a text, number, enum, UUID or date
	 * @param type the type of the values
	 * @param loader called when there is nothing usable; null means that there is no
	 * value, which is cached for {@code null-ttl}
	 * @param <K> the type of the id
	 * @param <V> the type of the values
	 * @return the value, or null if there is none
	 * @throws IllegalArgumentException see {@link #cache(String, Class)}; also if
	 * {@code id} is null or of another type
	 */
	<K, V> @Nullable V get(String name, K id, Class<V> type, CacheLoader<? super K, ? extends V> loader);

	/**
	 * Removes a value, in one line: {@code cache.invalidate("shop", id)}. The same as
	 * {@link TypedCache#invalidate} on the cache of that name, with its cost and its
	 * exceptions; the types of the cache need not be known.
	 * @param name see {@link #cache(String, Class)}
	 * @param id a text, number, enum, UUID or date
	 * @throws IllegalArgumentException if {@code name} is malformed or stands for a cache
	 * with another text of its keys, or if {@code id} is null or of another type
	 */
	void invalidate(String name, Object id);

	/**
	 * Outdates every entry of a cache that has one of the tags:
	 * {@code cache.invalidateTags("shop", "city 7")}. The same as
	 * {@link TypedCache#invalidateTags} on the cache of that name, with its cost and its
	 * exceptions; the types of the cache need not be known.
	 * @param name see {@link #cache(String, Class)}
	 * @param tags 1 to 1000 tags
	 * @throws IllegalArgumentException if {@code name} or a tag is malformed, or there
	 * are no tags or more
	 */
	void invalidateTags(String name, String... tags);

	/**
	 * Removes all values of a cache: {@code cache.clear("shop")}. The same as
	 * {@link TypedCache#clear} on the cache of that name, with its cost and its
	 * exceptions; the types of the cache need not be known.
	 * @param name see {@link #cache(String, Class)}
	 * @throws IllegalArgumentException if {@code name} is malformed
	 */
	void clear(String name);

	/**
	 * Returns what the caches of this client have counted in this process since the
	 * start, of caches that are declared or were used, 1000 at most. Sends nothing.
	 * @return sorted by name
	 */
	List<Counts> activity();

	/**
	 * Looks at one key, whatever the type of its cache is, without decoding its value and
	 * without counting. Three round trips, one for a key that Redis does not have.
	 * @param name the name of the cache
	 * @param id the key, as in {@link #invalidate}
	 * @return what is cached; empty if neither Redis nor the local level of this process
	 * has the key
	 */
	Optional<Entry> look(String name, Object id);

	/**
	 * Returns whether the local levels of this client serve. Sends nothing.
	 * @return what is proven now
	 */
	LocalLevelState localLevelState();

	/**
	 * Returns the same for each way of invalidation that the caches of this client use,
	 * with what keeps the local levels from serving. Sends nothing.
	 * @return empty if no cache has used a local level yet
	 */
	List<LocalLevelStatus> localLevels();

	/**
	 * Returns the invalidations of this client that failed and are repeated until they
	 * succeed. Sends nothing.
	 * @return how many are waiting, and since when
	 */
	QueuedInvalidations queuedInvalidations();

	/**
	 * Repeats the queued invalidations once more, for two seconds at most, logs how many
	 * of each cache are left, and ends the subscription. Loads that are under way go on;
	 * the port stays open.
	 */
	@Override
	void close();

	/**
	 * Creates a client.
	 * @param redis carries commands and messages; its own timeout bounds the very first
	 * call, which connects, later ones are bounded by each cache's command timeout
	 * @param keys names the keys
	 * @param settings the settings, which may be swapped while the client runs
	 * @param background extends leases and rebuilds stale values
	 * @param codecs turn values into bytes
	 * @param observer hears what happens, or {@link CacheObserver#NONE}
	 * @return a client that is not connected yet
	 */
	static CacheClient create(RedisPort redis, KeySpace keys, LiveSettings<CacheRegistrySettings> settings,
			Background background, ValueCodecs codecs, CacheObserver observer) {
		return create(redis, keys, settings, background, codecs, observer, (name) -> {
			throw new IllegalArgumentException("bloomFilter is not known here: " + name);
		});
	}

	/**
	 * Creates a client whose caches may ask Bloom filters before they load.
	 * @param redis see
	 * {@link #create(RedisPort, KeySpace, LiveSettings, Background, ValueCodecs, CacheObserver)}
	 * @param keys see there
	 * @param settings see there
	 * @param background see there
	 * @param codecs see there
	 * @param observer see there
	 * @param filters gives the filters that the settings name; throws
	 * {@link IllegalArgumentException} if there is none of that name, which the reads of
	 * such a cache then throw
	 * @return a client that is not connected yet
	 */
	static CacheClient create(RedisPort redis, KeySpace keys, LiveSettings<CacheRegistrySettings> settings,
			Background background, ValueCodecs codecs, CacheObserver observer, Function<String, BloomFilter> filters) {
		return create(redis, keys, settings, background, codecs, observer, filters, AfterCommit.detected());
	}

	/**
	 * Creates a client whose writes wait for the commit of given transactions.
	 * @param redis see
	 * {@link #create(RedisPort, KeySpace, LiveSettings, Background, ValueCodecs, CacheObserver)}
	 * @param keys see there
	 * @param settings see there
	 * @param background see there
	 * @param codecs see there
	 * @param observer see there
	 * @param filters gives the filters that the settings name
	 * @param afterCommit the transactions of the application, an instance for this client
	 * alone; the other methods take {@link AfterCommit#detected()}
	 * @return a client that is not connected yet
	 */
	static CacheClient create(RedisPort redis, KeySpace keys, LiveSettings<CacheRegistrySettings> settings,
			Background background, ValueCodecs codecs, CacheObserver observer, Function<String, BloomFilter> filters,
			AfterCommit afterCommit) {
		CommandPort port = CommandPort.of(redis);
		return new RedisCacheClient(new CacheEnvironment(port, keys, settings, background, new ServerClock(port),
				observer, filters, afterCommit), codecs);
	}

	/**
	 * The counts of a cache in this process.
	 *
	 * @param cache the name of the cache
	 * @param localHits lookups that the local level answered, told once in a probe
	 * interval
	 * @param redisHits lookups that Redis answered with a value, or with the knowledge
	 * that there is none
	 * @param staleHits lookups that Redis answered with a value past its time to live
	 * @param misses lookups that found nothing
	 * @param loads loads, the failed ones included
	 * @param failedLoads loads whose loader threw
	 * @param invalidations keys, tags and clears that Redis has taken
	 * @since 1.0.0
	 */
	record Counts(String cache, long localHits, long redisHits, long staleHits, long misses, long loads,
			long failedLoads, long invalidations) {
	}

	/**
	 * What is cached for a key. What Redis does not have reads as false and zero.
	 *
	 * @param local whether the local level of this process has it
	 * @param stored whether Redis has it
	 * @param absent whether it is the knowledge that there is no value
	 * @param cleared whether its cache was cleared since, and it is not returned any more
	 * @param bytes its size in Redis, with 26 bytes of its header
	 * @param remaining how long Redis keeps it; zero if that has no end
	 * @param fresh how long it is fresh yet; zero if it is stale
	 * @param loadTook how long its load took; zero if it was put
	 * @param tags how many tags it has
	 * @since 1.0.0
	 */
	record Entry(boolean local, boolean stored, boolean absent, boolean cleared, int bytes, Duration remaining,
			Duration fresh, Duration loadTook, int tags) {
	}

}
