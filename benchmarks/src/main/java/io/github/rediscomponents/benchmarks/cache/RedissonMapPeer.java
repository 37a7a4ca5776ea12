// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;

/**
 * What Redisson's maps have in common.
 *
 * @param <M> the kind of map
 */
abstract class RedissonMapPeer<M extends RMap<String, String>> implements CachePeer {

	final M map;

	private final RedissonClient client;

	/**
	 * A peer.
	 * @param client is closed with it
	 */
	RedissonMapPeer(RedissonClient client, M map) {
		this.client = client;
		this.map = map;
	}

	@Override
	public final Map<String, String> getAll(Set<String> keys, Function<Set<String>, Map<String, String>> loader) {
		Map<String, String> all = this.map.getAll(keys);
		Set<String> missing = new HashSet<>(keys);
		missing.removeAll(all.keySet());
		if (!missing.isEmpty()) {
			Map<String, String> loaded = loader.apply(missing);
			putAll(loaded);
			all.putAll(loaded);
		}
		return all;
	}

	abstract void putAll(Map<String, String> values);

	@Override
	public final void invalidate(String key) {
		this.map.fastRemove(key);
	}

	@Override
	public final void close() {
		this.client.shutdown();
	}

}
