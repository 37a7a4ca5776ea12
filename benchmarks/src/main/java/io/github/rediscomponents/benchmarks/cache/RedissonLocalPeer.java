// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.util.Map;
import java.util.function.Function;

import org.redisson.api.RLocalCachedMap;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.LocalCachedMapOptions;

/**
 * Redisson's map with a copy in memory. It has no loader that waits for others, so each
 * caller loads and puts.
 */
final class RedissonLocalPeer extends RedissonMapPeer<RLocalCachedMap<String, String>> {

	RedissonLocalPeer(String uri) {
		this(RedissonCachePeer.open(uri));
	}

	private RedissonLocalPeer(RedissonClient client) {
		super(client,
				client.getLocalCachedMap(LocalCachedMapOptions.<String, String>name("peers-local")
					.cacheProvider(LocalCachedMapOptions.CacheProvider.CAFFEINE)
					.cacheSize(10_000)
					.evictionPolicy(LocalCachedMapOptions.EvictionPolicy.LRU)));
		this.map.fastPut("first", "connects");
	}

	@Override
	public String get(String key, Function<String, String> loader) {
		String known = this.map.get(key);
		if (known != null) {
			return known;
		}
		String loaded = loader.apply(key);
		put(key, loaded);
		return loaded;
	}

	@Override
	public void put(String key, String value) {
		this.map.fastPut(key, value);
	}

	@Override
	void putAll(Map<String, String> values) {
		this.map.putAll(values);
	}

}
