// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.structure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.redisson.api.RBloomFilter;
import org.redisson.client.codec.StringCodec;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.filter.Membership;

/**
 * Single elements, and a thousand at once; half of those that are looked up are there.
 */
@State(Scope.Benchmark)
public class BloomFilterBenchmark {

	private static final int CAPACITY = 1_000_000;

	private static final int ELEMENTS = 100_000;

	private BenchRedis redis;

	private BloomFilter ours;

	private RBloomFilter<String> redisson;

	@Setup
	public void start() {
		this.redis = new BenchRedis();
		this.ours = BloomFilters
			.create(this.redis.port, this.redis.keys, this.redis.background, new LiveSettings<>(Map.of()),
					BloomFilterObserver.NONE)
			.get("ours", BloomFilterSettings.of(CAPACITY).withSettle(Duration.ZERO));
		this.ours.create();
		this.redisson = this.redis.redisson().getBloomFilter("redisson", StringCodec.INSTANCE);
		this.redisson.tryInit(CAPACITY, 0.01);
		for (int from = 0; from < ELEMENTS / 2; from += 5000) {
			List<String> elements = new ArrayList<>(5000);
			for (int i = from; i < from + 5000; i++) {
				elements.add("element:" + i);
			}
			this.ours.addAll(elements);
			this.redisson.add(elements);
		}
	}

	@TearDown
	public void stop() {
		this.redis.close();
	}

	private static String element() {
		return "element:" + ThreadLocalRandom.current().nextInt(ELEMENTS);
	}

	private static List<String> thousand() {
		List<String> elements = new ArrayList<>(1000);
		for (int i = 0; i < 1000; i++) {
			elements.add(element());
		}
		return elements;
	}

	@Benchmark
	public Membership test_redisComponents() {
		return this.ours.test(element());
	}

	@Benchmark
	public boolean test_redissonRBloomFilter() {
		return this.redisson.contains(element());
	}

	@Benchmark
	public Membership add_redisComponents() {
		return this.ours.add(element());
	}

	@Benchmark
	public boolean add_redissonRBloomFilter() {
		return this.redisson.add(element());
	}

	@Benchmark
	public List<Membership> testThousand_redisComponents() {
		return this.ours.testAll(thousand());
	}

	@Benchmark
	public long testThousand_redissonRBloomFilter() {
		return this.redisson.contains(thousand());
	}

	@Benchmark
	public List<Membership> addThousand_redisComponents() {
		return this.ours.addAll(thousand());
	}

	@Benchmark
	public long addThousand_redissonRBloomFilter() {
		return this.redisson.add(thousand());
	}

}
