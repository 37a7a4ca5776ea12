// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;
import org.redisson.api.RLock;
import org.springframework.integration.redis.util.RedisLockRegistry;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;

/**
 * Lock and unlock without contention: every thread has a key of its own.
 */
public class LockBenchmark {

	private static final LockOptions FIXED = LockOptions.noWait().withLease(Duration.ofSeconds(30));

	/** The registries of all threads. */
	@State(Scope.Benchmark)
	public static class Shared {

		private BenchRedis redis;

		private DistributedLock locks;

		private RedisLockRegistry spin;

		private RedisLockRegistry pubSub;

		@Setup
		public void start() {
			this.redis = new BenchRedis();
			this.locks = LettuceLocks.create(this.redis.port, this.redis.keys,
					new LiveSettings<>(LockSettings.defaults()), this.redis.background);
			this.spin = new RedisLockRegistry(this.redis.factory(), "spin", 30_000);
			this.pubSub = new RedisLockRegistry(this.redis.factory(), "pubsub", 30_000);
			this.pubSub.setRedisLockType(RedisLockRegistry.RedisLockType.PUB_SUB_LOCK);
		}

		@TearDown
		public void stop() {
			this.locks.close();
			this.spin.destroy();
			this.pubSub.destroy();
			this.redis.close();
		}

	}

	/** The locks of one thread. */
	@State(Scope.Thread)
	public static class Own {

		private NamedLock ours;

		private RLock redisson;

		private Lock spin;

		private Lock pubSub;

		@Setup
		public void open(Shared shared, ThreadParams thread) {
			String name = "order:" + thread.getThreadIndex();
			this.ours = shared.locks.get(name);
			this.redisson = shared.redis.redisson().getLock("redisson:" + name);
			this.spin = shared.spin.obtain(name);
			this.pubSub = shared.pubSub.obtain(name);
		}

	}

	@Benchmark
	public long renewed_redisComponents(Own own) {
		try (Lease lease = own.ours.tryAcquire().orElseThrow()) {
			return lease.token();
		}
	}

	@Benchmark
	public long renewed_redissonRLock(Own own) {
		own.redisson.lock();
		own.redisson.unlock();
		return 0;
	}

	@Benchmark
	public long lease_redisComponents(Own own) throws InterruptedException {
		try (Lease lease = own.ours.tryAcquire(FIXED).orElseThrow()) {
			return lease.token();
		}
	}

	@Benchmark
	public long lease_redissonRLock(Own own) {
		own.redisson.lock(30, TimeUnit.SECONDS);
		own.redisson.unlock();
		return 0;
	}

	@Benchmark
	public long lease_springIntegrationSpin(Own own) {
		own.spin.lock();
		own.spin.unlock();
		return 0;
	}

	@Benchmark
	public long lease_springIntegrationPubSub(Own own) {
		own.pubSub.lock();
		own.pubSub.unlock();
		return 0;
	}

}
