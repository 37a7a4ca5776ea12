// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.lettuce.core.api.sync.RedisCommands;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import tools.jackson.databind.json.JsonMapper;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * A hit of CacheClient beside a plain GET of Lettuce that returns as many bytes, and
 * beside a GET whose JSON is read with the same mapper.
 */
@State(Scope.Benchmark)
public class CacheHitBenchmark {

	private static final Shop SHOP = new Shop(1, "103茶餐厅", "金华路锦昌文华苑29号", 120.149192, 30.316078, 80, 4215);

	private BenchRedis redis;

	private CacheClient client;

	private RedisCommands<String, byte[]> lettuce;

	private TypedCache<String, byte[]> bytes;

	private TypedCache<String, Shop> shops;

	private final JsonMapper mapper = JsonMapper.builder().findAndAddModules().build();

	@Setup
	public void start() {
		this.redis = new BenchRedis();
		this.lettuce = this.redis.connection().sync();
		this.client = CacheClient.create(this.redis.port, this.redis.keys,
				new LiveSettings<>(CacheRegistrySettings.defaults()), this.redis.background, ValueCodecs.json(),
				CacheObserver.NONE);
		byte[] payload = new byte[200];
		Arrays.fill(payload, (byte) 'x');
		this.bytes = this.client.cache("bytes", byte[].class);
		this.bytes.put("1", payload);
		this.shops = this.client.cache("shops", Shop.class);
		this.shops.put("1", SHOP);
		this.lettuce.set("raw", Arrays.copyOf(payload, payload.length + 30));
		this.lettuce.set("json", this.mapper.writeValueAsString(SHOP).getBytes(StandardCharsets.UTF_8));
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
