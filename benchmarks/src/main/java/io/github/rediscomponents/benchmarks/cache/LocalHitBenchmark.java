// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.alicp.jetcache.MultiLevelCacheBuilder;
import com.alicp.jetcache.embedded.CaffeineCacheBuilder;
import com.alicp.jetcache.redis.lettuce.RedisLettuceCacheBuilder;
import com.alicp.jetcache.support.JavaValueDecoder;
import com.alicp.jetcache.support.JavaValueEncoder;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.redisson.api.RLocalCachedMap;
import org.redisson.api.options.LocalCachedMapOptions;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * A hit in the memory of the process, beside Caffeine itself and two libraries with two
 * levels.
 */
@State(Scope.Benchmark)
public class LocalHitBenchmark {

	private static final CacheLoader<String, String> NEVER = (key) -> {
		throw new IllegalStateException("a hit was expected");
	};

	private BenchRedis redis;

	private CacheClient client;

	private TypedCache<String, String> ours;

	private final Cache<String, String> caffeine = Caffeine.newBuilder().maximumSize(10_000).build();

	private final Cache<String, String> expiring = Caffeine.newBuilder()
		.maximumSize(10_000)
		.expireAfterWrite(1, TimeUnit.HOURS)
		.build();

	private com.alicp.jetcache.Cache<String, String> jetcache;

	private RLocalCachedMap<String, String> redisson;

	@Setup
	public void start() {
		this.redis = new BenchRedis();
		CacheSettings settings = CacheSettings.defaults()
			.withCommandTimeout(Duration.ofSeconds(5))
			.withLocal(LocalCacheSettings.defaults().withEnabled(true).withTtl(Duration.ofHours(1)));
		this.client = CacheClient.create(this.redis.port, this.redis.keys,
				new LiveSettings<>(CacheRegistrySettings.defaults().withCommon(settings)), this.redis.background,
				ValueCodecs.json(), CacheObserver.NONE);
		this.ours = this.client.cache("local", String.class);
		this.ours.put("1", "value");
		this.ours.get("1", NEVER);
		while (this.client.localLevelState() != LocalLevelState.UP) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
		}
		this.caffeine.put("1", "value");
		this.expiring.put("1", "value");
		this.jetcache = MultiLevelCacheBuilder.createMultiLevelCacheBuilder()
			.addCache(
					CaffeineCacheBuilder.createCaffeineCacheBuilder()
						.limit(10_000)
						.expireAfterWrite(1, TimeUnit.HOURS)
						.buildCache(),
					RedisLettuceCacheBuilder.createRedisLettuceCacheBuilder()
						.redisClient(this.redis.client)
						.keyPrefix("jetcache")
						.keyConvertor((key) -> key)
						.valueEncoder(JavaValueEncoder.INSTANCE)
						.valueDecoder(JavaValueDecoder.INSTANCE)
						.expireAfterWrite(1, TimeUnit.HOURS)
						.buildCache())
			.buildCache();
		this.jetcache.put("1", "value");
		this.redisson = this.redis.redisson()
			.getLocalCachedMap(LocalCachedMapOptions.<String, String>name("redisson")
				.cacheProvider(LocalCachedMapOptions.CacheProvider.CAFFEINE)
				.cacheSize(10_000)
				.evictionPolicy(LocalCachedMapOptions.EvictionPolicy.LRU));
		this.redisson.put("1", "value");
	}

	@TearDown
	public void stop() {
		this.client.close();
		this.redis.close();
	}

	@Benchmark
	public String local_redisComponents() {
		return this.ours.get("1", NEVER);
	}

	@Benchmark
	public String local_caffeine() {
		return this.caffeine.getIfPresent("1");
	}

	@Benchmark
	public String local_caffeineThatExpires() {
		return this.expiring.getIfPresent("1");
	}

	@Benchmark
	public String local_jetcache() {
		return this.jetcache.get("1");
	}

	@Benchmark
	public String local_redissonLocalCachedMap() {
		return this.redisson.get("1");
	}

}
