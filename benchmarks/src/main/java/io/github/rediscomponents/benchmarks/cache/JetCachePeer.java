// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import com.alicp.jetcache.Cache;
import com.alicp.jetcache.CacheBuilder;
import com.alicp.jetcache.SimpleCacheManager;
import com.alicp.jetcache.anno.CacheConsts;
import com.alicp.jetcache.anno.CacheType;
import com.alicp.jetcache.embedded.CaffeineCacheBuilder;
import com.alicp.jetcache.redis.lettuce.JetCacheCodec;
import com.alicp.jetcache.redis.lettuce.RedisLettuceCacheBuilder;
import com.alicp.jetcache.support.JavaValueDecoder;
import com.alicp.jetcache.support.JavaValueEncoder;
import com.alicp.jetcache.template.CacheBuilderTemplate;
import com.alicp.jetcache.template.NotifyMonitorInstaller;
import com.alicp.jetcache.template.QuickConfig;
import io.lettuce.core.RedisClient;

/**
 * JetCache with both levels.
 */
final class JetCachePeer implements CachePeer {

	private final RedisClient client;

	private final SimpleCacheManager manager = new SimpleCacheManager();

	private final Cache<String, String> cache;

	JetCachePeer(String uri) {
		this.client = RedisClient.create(uri);
		this.manager.setCacheBuilderTemplate(template());
		this.cache = this.manager.getOrCreateCache(QuickConfig.newBuilder("peers")
			.cacheType(CacheType.BOTH)
			.syncLocal(true)
			.penetrationProtect(true)
			.expire(Duration.ofHours(1))
			.localExpire(Duration.ofHours(1))
			.localLimit(10_000)
			.build());
		this.cache.put("first", "connects");
	}

	@SuppressWarnings({ "unchecked", "rawtypes" })
	private CacheBuilderTemplate template() {
		CacheBuilder local = CaffeineCacheBuilder.createCaffeineCacheBuilder().keyConvertor((key) -> key);
		CacheBuilder remote = RedisLettuceCacheBuilder.createRedisLettuceCacheBuilder()
			.redisClient(this.client)
			.pubSubConnection(this.client.connectPubSub(new JetCacheCodec()))
			.keyPrefix("jetcache")
			.broadcastChannel("jetcache")
			.keyConvertor((key) -> key)
			.valueEncoder(JavaValueEncoder.INSTANCE)
			.valueDecoder(JavaValueDecoder.INSTANCE);
		Map[] byLevel = { Map.of(CacheConsts.DEFAULT_AREA, local), Map.of(CacheConsts.DEFAULT_AREA, remote) };
		CacheBuilderTemplate template = new CacheBuilderTemplate(false, byLevel);
		// Without it nothing is broadcast.
		template.getCacheMonitorInstallers().add(new NotifyMonitorInstaller((area) -> remote));
		return template;
	}

	@Override
	public String get(String key, Function<String, String> loader) {
		return this.cache.computeIfAbsent(key, loader);
	}

	@Override
	public Map<String, String> getAll(Set<String> keys, Function<Set<String>, Map<String, String>> loader) {
		Map<String, String> all = new HashMap<>(this.cache.getAll(keys));
		Set<String> missing = new HashSet<>(keys);
		missing.removeAll(all.keySet());
		if (!missing.isEmpty()) {
			Map<String, String> loaded = loader.apply(missing);
			this.cache.putAll(loaded);
			all.putAll(loaded);
		}
		return all;
	}

	@Override
	public void put(String key, String value) {
		this.cache.put(key, value);
	}

	@Override
	public void invalidate(String key) {
		this.cache.remove(key);
	}

	@Override
	public void close() {
		this.manager.close();
		this.client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
	}

}
