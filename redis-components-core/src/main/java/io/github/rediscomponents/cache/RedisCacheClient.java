package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.ServerClock;

/**
 * {@link CacheClient} on Redis.
 */
final class RedisCacheClient implements CacheClient {

	RedisCacheClient(RedisPort redis, KeySpace keys, LiveSettings<CacheRegistrySettings> settings,
			Background background, ValueCodecs codecs, ServerClock clock, CacheMetrics metrics) {
	}

	@Override
	public <V> TypedCache<String, V> cache(String name, Class<V> type) {
		return cache(CacheSpec.of(name, String.class, type));
	}

	@Override
	public <V> TypedCache<String, V> cache(String name, TypeRef<V> type) {
		return cache(CacheSpec.of(name, String.class, type));
	}

	@Override
	public <K, V> TypedCache<K, V> cache(CacheSpec<K, V> spec) {
		throw new UnsupportedOperationException("Follows in the next commit");
	}

	@Override
	public <K, V> @Nullable V get(String name, K id, Class<V> type, CacheLoader<? super K, ? extends V> loader) {
		throw new UnsupportedOperationException("Follows in the next commit");
	}

	@Override
	public void close() {
	}

}
