// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.ratelimit.Algorithm;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.PolicyLimiter;
import io.github.rediscomponents.ratelimit.RateLimitSettings;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;

/**
 * Attempts at one hot key, nearly all of them admitted.
 */
@State(Scope.Benchmark)
public class RateLimitBenchmark {

	/** More than any candidate reaches, because refusals are cheaper than admissions. */
	private static final int LIMIT = 1_000_000_000;

	private static final Duration PERIOD = Duration.ofHours(1);

	/** A log has an entry for each permit, so it takes a short period of many. */
	private static final Limit LOG = Limit.slidingWindow(100_000, Duration.ofSeconds(1));

	private BenchRedis redis;

	private PolicyLimiter gcra;

	private PolicyLimiter tokenBucket;

	private PolicyLimiter log;

	private PolicyLimiter counter;

	private PolicyLimiter refused;

	private PolicyLimiter remembered;

	private RRateLimiter redisson;

	private Bucket bucket4j;

	@Setup
	public void start() {
		this.redis = new BenchRedis();
		RateLimiter limiter = RateLimiter.create(this.redis.port, this.redis.keys,
				new LiveSettings<>(RateLimitSettings.defaults()));
		this.gcra = limiter.policy(policy("gcra", Algorithm.GCRA));
		this.tokenBucket = limiter.policy(policy("bucket", Algorithm.TOKEN_BUCKET));
		this.log = limiter.policy(RatePolicy.of("log", LOG));
		this.counter = limiter.policy(policy("counter", Algorithm.SLIDING_WINDOW_COUNTER));
		RatePolicy one = RatePolicy.of("refused", new Limit(Algorithm.GCRA, 1, Duration.ofDays(100)));
		this.refused = limiter.policy(one);
		this.remembered = limiter.policy(one.withLocalRejections(Duration.ofSeconds(1)));
		this.refused.tryAcquire("hot");
		this.redisson = this.redis.redisson().getRateLimiter("redisson");
		this.redisson.trySetRate(RateType.OVERALL, LOG.limit(), LOG.period());
		this.bucket4j = Bucket4jLettuce.casBasedBuilder(this.redis.client)
			.build()
			.builder()
			.build("bucket4j".getBytes(StandardCharsets.UTF_8),
					() -> BucketConfiguration.builder()
						.addLimit((bandwidth) -> bandwidth.capacity(LIMIT).refillGreedy(LIMIT, PERIOD))
						.build());
	}

	private static RatePolicy policy(String name, Algorithm algorithm) {
		return RatePolicy.of(name, new Limit(algorithm, LIMIT, PERIOD));
	}

	@TearDown
	public void stop() {
		this.redis.close();
	}

	@Benchmark
	public boolean attempt_redisComponentsGcra() {
		return this.gcra.tryAcquire("hot").allowed();
	}

	@Benchmark
	public boolean attempt_redisComponentsTokenBucket() {
		return this.tokenBucket.tryAcquire("hot").allowed();
	}

	@Benchmark
	public boolean attempt_redisComponentsSlidingLog() {
		return this.log.tryAcquire("hot").allowed();
	}

	@Benchmark
	public boolean attempt_redisComponentsSlidingCounter() {
		return this.counter.tryAcquire("hot").allowed();
	}

	@Benchmark
	public boolean reserve_redisComponentsGcra() {
		return this.gcra.reserve("reserved", 1, PERIOD).allowed();
	}

	@Benchmark
	public boolean refusal_redisComponentsAsked() {
		return this.refused.tryAcquire("hot").allowed();
	}

	@Benchmark
	public boolean refusal_redisComponentsRemembered() {
		return this.remembered.tryAcquire("hot").allowed();
	}

	@Benchmark
	public boolean attempt_redissonRRateLimiter() {
		return this.redisson.tryAcquire();
	}

	@Benchmark
	public boolean attempt_bucket4j() {
		return this.bucket4j.tryConsume(1);
	}

}
