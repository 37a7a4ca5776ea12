// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import com.alicp.jetcache.redis.lettuce.RedisLettuceCacheBuilder;
import com.alicp.jetcache.support.JavaValueDecoder;
import com.alicp.jetcache.support.JavaValueEncoder;
import io.lettuce.core.api.sync.RedisCommands;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.redisson.api.RMapCache;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.codec.StringCodec;
import org.redisson.codec.CompositeCodec;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import tools.jackson.databind.json.JsonMapper;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * A hit of CacheClient beside a plain GET of Lettuce that returns as many bytes, beside
 * the remote levels of other libraries, and beside a GET whose JSON is read with the same
 * mapper.
 */
@State(Scope.Benchmark)
public class CacheHitBenchmark {

	private static final Shop SHOP = new Shop(1, "103茶餐厅", "金华路锦昌文华苑29号", 120.149192, 30.316078, 80, 4215);

	private BenchRedis redis;

	private CacheClient client;

	private RedisCommands<String, byte[]> lettuce;

	private TypedCache<String, byte[]> bytes;

	private TypedCache<String, Shop> shops;

	private com.alicp.jetcache.Cache<String, byte[]> jetcache;

	private org.springframework.cache.Cache springData;

	private RMapCache<String, byte[]> redisson;

	private final JsonMapper mapper = JsonMapper.builder().findAndAddModules().build();

	@Setup
	public void start() {
		this.redis = new BenchRedis();
		this.lettuce = this.redis.connection().sync();
		this.client = CacheClient.create(this.redis.port, this.redis.keys,
				new LiveSettings<>(CacheRegistrySettings.defaults()
					.withCommon(CacheSettings.defaults().withCommandTimeout(Duration.ofSeconds(5)))),
				this.redis.background, ValueCodecs.json(), CacheObserver.NONE);
		byte[] payload = new byte[200];
		Arrays.fill(payload, (byte) 'x');
		this.bytes = this.client.cache("bytes", byte[].class);
		this.bytes.put("1", payload);
		this.shops = this.client.cache("shops", Shop.class);
		this.shops.put("1", SHOP);
		startPeers(payload);
		this.lettuce.set("raw", Arrays.copyOf(payload, payload.length + 30));
		this.lettuce.set("json", this.mapper.writeValueAsString(SHOP).getBytes(StandardCharsets.UTF_8));
	}

	/** Their remote levels alone, with values of bytes. */
	private void startPeers(byte[] payload) {
		this.jetcache = RedisLettuceCacheBuilder.createRedisLettuceCacheBuilder()
			.redisClient(this.redis.client)
			.keyPrefix("jetcache")
			.keyConvertor((key) -> key)
			.valueEncoder(JavaValueEncoder.INSTANCE)
			.valueDecoder(JavaValueDecoder.INSTANCE)
			.expireAfterWrite(1, TimeUnit.HOURS)
			.buildCache();
		this.jetcache.put("1", payload);
		LettuceConnectionFactory factory = this.redis.factory();
		factory.start();
		this.springData = RedisCacheManager.builder(factory)
			.cacheDefaults(RedisCacheConfiguration.defaultCacheConfig()
				.entryTtl(Duration.ofHours(1))
				.serializeValuesWith(SerializationPair.byteArray()))
			.build()
			.getCache("springData");
		this.springData.put("1", payload);
		this.redisson = this.redis.redisson()
			.getMapCache("redisson", new CompositeCodec(StringCodec.INSTANCE, ByteArrayCodec.INSTANCE));
		this.redisson.put("1", payload, 1, TimeUnit.HOURS);
	}

	@TearDown
	public void stop() {
		this.client.close();
		this.redis.close();
	}

	@Benchmark
	public byte[] bytes_redisComponents() {
		return this.bytes.get("1", (key) -> {
			throw new IllegalStateException("a hit was expected");
		});
	}

	@Benchmark
	public byte[] bytes_lettuceGet() {
		return this.lettuce.get("raw");
	}

	@Benchmark
	public byte[] bytes_jetcacheRemote() {
		return this.jetcache.get("1");
	}

	@Benchmark
	public Object bytes_springDataRedisCache() {
		return this.springData.get("1").get();
	}

	@Benchmark
	public byte[] bytes_redissonMapCache() {
		return this.redisson.get("1");
	}

	@Benchmark
	public Shop json_redisComponents() {
		return this.shops.get("1", (key) -> {
			throw new IllegalStateException("a hit was expected");
		});
	}

	@Benchmark
	public Shop json_lettuceGetAndJackson() {
		return this.mapper.readValue(this.lettuce.get("json"), Shop.class);
	}

	/** What a city guide keeps of a shop. */
	public record Shop(long id, String name, String address, double x, double y, long avgPrice, int sold) {

	}

}
