package io.github.rediscomponents.cache;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.ServerClock;

/**
 * Gives the caches of an application by name. A name that is not configured gets the
 * default settings; nothing needs to be declared.
 *
 * <p>
 * A name stands for one type of values and one of keys. The first call that mentions a
 * name settles the types, the text of the keys, codec and settings; asking again for the
 * same types, with the same codec and settings or without any, gives a cache over the
 * same entries. Whether another application stored something else under a name is not
 * known here, such content is a miss.
 *
 * <p>
 * Asking for a cache sends nothing. The first lookup subscribes to the channel
 * {@code <prefix>:cache:channel:events}. Safe for use by any number of threads.
 */
public interface CacheClient extends AutoCloseable {

	/**
	 * A cache with texts as keys.
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
	 * A cache with texts as keys and values of a generic type.
	 * @param name see {@link #cache(String, Class)}
	 * @param type the type of the values, {@code new TypeRef<List<User>>() {}}
	 * @param <V> the type of the values
	 * @return the cache
	 * @throws IllegalArgumentException see {@link #cache(String, Class)}
	 * @throws CodecException see {@link #cache(String, Class)}
	 */
	<V> TypedCache<String, V> cache(String name, TypeRef<V> type);

	/**
	 * A cache with keys of any type, and, if wanted, a codec or settings of its own.
	 * @param spec describes it
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @return the cache
	 * @throws IllegalArgumentException see {@link #cache(String, Class)}
	 * @throws CodecException see {@link #cache(String, Class)}
	 */
	<K, V> TypedCache<K, V> cache(CacheSpec<K, V> spec);

	/**
	 * The cached value, or the loaded one, in one line:
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

	/** Ends the subscription. Loads that are under way go on; the port stays open. */
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
	 * @param clock tells which values are stale
	 * @param metrics hears what happens, {@link CacheMetrics#NONE} for nobody
	 * @return a client that is not connected yet
	 */
	static CacheClient create(RedisPort redis, KeySpace keys, LiveSettings<CacheRegistrySettings> settings,
			Background background, ValueCodecs codecs, ServerClock clock, CacheMetrics metrics) {
		return create(redis, keys, settings, background, codecs, clock, metrics, (name) -> {
			throw new IllegalArgumentException("bloomFilter is not known here: " + name);
		});
	}

	/**
	 * Creates a client whose caches may ask Bloom filters before they load.
	 * @param redis see
	 * {@link #create(RedisPort, KeySpace, LiveSettings, Background, ValueCodecs, ServerClock, CacheMetrics)}
	 * @param keys see there
	 * @param settings see there
	 * @param background see there
	 * @param codecs see there
	 * @param clock see there
	 * @param metrics see there
	 * @param filters gives the filters that the settings name; throws
	 * {@link IllegalArgumentException} if there is none of that name, which the reads of
	 * such a cache then throw
	 * @return a client that is not connected yet
	 */
	static CacheClient create(RedisPort redis, KeySpace keys, LiveSettings<CacheRegistrySettings> settings,
			Background background, ValueCodecs codecs, ServerClock clock, CacheMetrics metrics,
			Function<String, BloomFilter> filters) {
		return new RedisCacheClient(new CacheEnvironment(redis, keys, settings, background, clock, metrics, filters),
				codecs);
	}

}
