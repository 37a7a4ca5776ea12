// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RMapCache;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's map with expiring entries: looks, locks the key, looks again, loads, puts
 * and unlocks, as its RedissonCache does, whose module for Spring is not published.
 */
final class RedissonCachePeer extends RedissonMapPeer<RMapCache<String, String>> {

	RedissonCachePeer(String uri) {
		this(open(uri));
	}

	private RedissonCachePeer(RedissonClient client) {
		super(client, client.getMapCache("peers"));
		this.map.put("first", "connects", 1, TimeUnit.HOURS);
	}

	static RedissonClient open(String uri) {
		Config config = new Config();
		config.useSingleServer().setAddress(uri);
		return Redisson.create(config);
	}

	@Override
	public String get(String key, Function<String, String> loader) {
		String known = this.map.get(key);
		if (known != null) {
			return known;
		}
		RLock lock = this.map.getLock(key);
		lock.lock();
		try {
			String again = this.map.get(key);
			if (again != null) {
				return again;
			}
			String loaded = loader.apply(key);
			put(key, loaded);
			return loaded;
		}
		finally {
			lock.unlock();
		}
	}

	@Override
	public void put(String key, String value) {
		this.map.put(key, value, 1, TimeUnit.HOURS);
	}

	@Override
	void putAll(Map<String, String> values) {
		this.map.putAll(values, 1, TimeUnit.HOURS);
	}

}
