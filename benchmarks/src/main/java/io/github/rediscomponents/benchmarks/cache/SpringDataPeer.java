// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

import io.lettuce.core.RedisURI;
import org.springframework.cache.Cache;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The cache of Spring Data Redis with its defaults.
 */
final class SpringDataPeer implements CachePeer {

	private final LettuceConnectionFactory factory;

	private final Cache cache;

	SpringDataPeer(String uri) {
		RedisURI address = RedisURI.create(uri);
		this.factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(address.getHost(), address.getPort()));
		this.factory.afterPropertiesSet();
		this.factory.start();
		RedisCacheManager manager = RedisCacheManager.builder(this.factory)
			.cacheDefaults(RedisCacheConfiguration.defaultCacheConfig().entryTtl(Duration.ofHours(1)))
			.build();
		manager.afterPropertiesSet();
		this.cache = Objects.requireNonNull(manager.getCache("peers"));
		this.cache.put("first", "connects");
	}

	@Override
	public String get(String key, Function<String, String> loader) {
		return Objects.requireNonNull(this.cache.get(key, () -> loader.apply(key)));
	}

	@Override
	public Map<String, String> getAll(Set<String> keys, Function<Set<String>, Map<String, String>> loader) {
		Map<String, String> all = new LinkedHashMap<>();
		keys.forEach((key) -> all.put(key, get(key, (missing) -> loader.apply(Set.of(missing)).get(missing))));
		return all;
	}

	@Override
	public boolean readsOneByOne() {
		return true;
	}

	@Override
	public void put(String key, String value) {
		this.cache.put(key, value);
	}

	@Override
	public void invalidate(String key) {
		this.cache.evictIfPresent(key);
	}

	@Override
	public void close() {
		this.factory.destroy();
	}

}
