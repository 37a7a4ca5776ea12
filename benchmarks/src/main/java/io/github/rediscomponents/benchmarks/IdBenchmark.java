// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.spring.redis.SpringRedisIdSegmentDistributor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.id.IdSequence;
import io.github.rediscomponents.id.IdSettings;
import io.github.rediscomponents.id.IdWorker;

/**
 * Ids at full speed from one key.
 */
@State(Scope.Benchmark)
public class IdBenchmark {

	private BenchRedis redis;

	private IdWorker worker;

	private IdSequence sequence;

	private SegmentChainId step100;

	private SegmentChainId step1000;

	@Setup
	public void start() {
		this.redis = new BenchRedis();
		this.worker = IdWorker.create(this.redis.port, this.redis.keys, new LiveSettings<>(IdSettings.defaults()),
				this.redis.background);
		this.sequence = this.worker.sequence("order");
		StringRedisTemplate template = new StringRedisTemplate(this.redis.factory());
		this.step100 = new SegmentChainId(new SpringRedisIdSegmentDistributor("bench", "a", 0, 100, template));
		this.step1000 = new SegmentChainId(new SpringRedisIdSegmentDistributor("bench", "b", 0, 1000, template));
	}

	@TearDown
	public void stop() {
		this.redis.close();
	}

	@Benchmark
	public long id_redisComponents() {
		return this.sequence.nextId();
	}

	@Benchmark
	public long id_redisComponentsByKey() {
		return this.worker.nextId("order");
	}

	@Benchmark
	public long id_cosIdSegmentChainStep100() {
		return this.step100.generate();
	}

	@Benchmark
	public long id_cosIdSegmentChainStep1000() {
		return this.step1000.generate();
	}

}
