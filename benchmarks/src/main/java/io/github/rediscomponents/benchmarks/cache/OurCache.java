// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.OurProcess;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * CacheClient in a process of its own.
 */
final class OurCache implements CachePeer {

	private final OurProcess process;

	private final CacheClient client;

	private final TypedCache<String, String> cache;

	OurCache(String uri, CacheSettings changed, boolean local) {
		this.process = new OurProcess(uri);
		CacheSettings settings = changed.withTtl(Duration.ofHours(1))
			.withLocal(LocalCacheSettings.defaults().withEnabled(local).withTtl(Duration.ofHours(1)));
		this.client = CacheClient.create(this.process.port, this.process.keys,
				new LiveSettings<>(CacheRegistrySettings.defaults().withCommon(settings)), this.process.background,
				ValueCodecs.json(), CacheObserver.NONE);
		this.cache = this.client.cache("peers", String.class);
		this.cache.get("first", (key) -> "connects");
		while (local && this.client.localLevelState() != LocalLevelState.UP) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
		}
	}

	@Override
	public String get(String key, Function<String, String> loader) {
		return this.cache.get(key, loader::apply);
	}

	@Override
	public Map<String, String> getAll(Set<String> keys, Function<Set<String>, Map<String, String>> loader) {
		return this.cache.getAll(keys, loader::apply);
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
		this.client.close();
		this.process.close();
	}

}
