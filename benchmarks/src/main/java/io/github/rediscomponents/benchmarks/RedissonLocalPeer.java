// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.redisson.api.RLocalCachedMap;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.LocalCachedMapOptions;

/**
 * Redisson's map with a copy in memory. It has no loader that waits for others, so each
 * caller loads and puts.
 */
final class RedissonLocalPeer implements CachePeer {

	private final RedissonClient client;

	private final RLocalCachedMap<String, String> map;

	RedissonLocalPeer(String uri) {
		this.client = RedissonCachePeer.open(uri);
		this.map = this.client.getLocalCachedMap(LocalCachedMapOptions.<String, String>name("peers-local")
			.cacheProvider(LocalCachedMapOptions.CacheProvider.CAFFEINE)
			.cacheSize(10_000)
			.evictionPolicy(LocalCachedMapOptions.EvictionPolicy.LRU));
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
	public Map<String, String> getAll(Set<String> keys, Function<Set<String>, Map<String, String>> loader) {
		Map<String, String> all = this.map.getAll(keys);
		Set<String> missing = new HashSet<>(keys);
		missing.removeAll(all.keySet());
		if (!missing.isEmpty()) {
			Map<String, String> loaded = loader.apply(missing);
			this.map.putAll(loaded);
			all.putAll(loaded);
		}
		return all;
	}

	@Override
	public void put(String key, String value) {
		this.map.fastPut(key, value);
	}

	@Override
	public void invalidate(String key) {
		this.map.fastRemove(key);
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
