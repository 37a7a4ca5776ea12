// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.structure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.counter.ViewCounterObserver;
import io.github.rediscomponents.counter.ViewCounterSettings;

/**
 * Views of one page and of a thousand, while a script a second sends them; beside a map
 * of numbers that nobody sends, and a command for each view, as tutorials have it.
 */
@State(Scope.Benchmark)
public class ViewBenchmark {

	private static final String[] PAGES = IntStream.range(0, 1000).mapToObj((i) -> "page-" + i).toArray(String[]::new);

	private BenchRedis redis;

	private ViewCounter views;

	private StringRedisTemplate template;

	private final Map<String, LongAdder> adders = new ConcurrentHashMap<>();

	@Setup
	public void start() {
		this.redis = new BenchRedis();
		this.views = ViewCounter.create(this.redis.port, this.redis.keys,
				new LiveSettings<>(ViewCounterSettings.defaults()), this.redis.background, ViewCounterObserver.NONE);
		this.template = new StringRedisTemplate(this.redis.factory());
	}

	@TearDown
	public void stop() {
		this.views.close();
		this.redis.close();
	}

	@Benchmark
	public void onePage_redisComponents() {
		this.views.record("shop", "page-0");
	}

	@Benchmark
	public void onePage_mapOfLongAdders() {
		this.adders.computeIfAbsent("page-0", (page) -> new LongAdder()).increment();
	}

	@Benchmark
	public Object onePage_hincrbyOfSpringData() {
		return this.template.opsForHash().increment("day", "page-0", 1);
	}

	@Benchmark
	public void thousandPages_redisComponents() {
		this.views.record("shop", page());
	}

	@Benchmark
	public void thousandPages_mapOfLongAdders() {
		this.adders.computeIfAbsent(page(), (page) -> new LongAdder()).increment();
	}

	@Benchmark
	public Object thousandPages_zincrbyOfSpringData() {
		return this.template.opsForZSet().incrementScore("ranking", page(), 1);
	}

	private static String page() {
		return PAGES[ThreadLocalRandom.current().nextInt(PAGES.length)];
	}

}
