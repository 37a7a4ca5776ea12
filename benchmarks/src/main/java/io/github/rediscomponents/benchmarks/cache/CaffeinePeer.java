// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * Caffeine alone.
 */
final class CaffeinePeer implements CachePeer {

	private final Cache<String, String> cache = Caffeine.newBuilder()
		.maximumSize(10_000)
		.expireAfterWrite(Duration.ofHours(1))
		.build();

	@Override
	public String get(String key, Function<String, String> loader) {
		return this.cache.get(key, loader);
	}

	@Override
	public Map<String, String> getAll(Set<String> keys, Function<Set<String>, Map<String, String>> loader) {
		return this.cache.getAll(keys, (missing) -> loader.apply(Set.copyOf(missing)));
	}

	@Override
	public void put(String key, String value) {
		this.cache.put(key, value);
	}

	@Override
	public void invalidate(String key) {
		this.cache.invalidate(key);
	}

	@Override
	public void close() {
	}

}
