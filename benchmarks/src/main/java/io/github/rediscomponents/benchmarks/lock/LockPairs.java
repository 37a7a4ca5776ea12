// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.redis.util.RedisLockRegistry;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.benchmarks.Report;
import io.github.rediscomponents.benchmarks.lock.Contender.Turn;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * Lock and unlock without contention, all candidates warm in one JVM and in alternating
 * turns. {@link LockBenchmark} gives each candidate a JVM of its own. The limit is the
 * same pair of scripts called on a bare Lettuce connection.
 */
public final class LockPairs {

	private static final int[] THREADS = { 1, 16, 64 };

	private static final int WARMUP_ROUNDS = 3;

	private static final long TURN = TimeUnit.SECONDS.toNanos(Integer.getInteger("bench.turn", 2));

	private static final LockOptions FIXED = LockOptions.noWait().withLease(Duration.ofSeconds(30));

	private static final String LIMIT = "the two scripts on Lettuce";

	private LockPairs() {
	}

	public static void print(int rounds) throws Exception {
		System.out.printf("%n### Lock and unlock, a key for each thread, all candidates in one JVM%n%n");
		System.out
			.println("| threads | candidate | pairs/s (median) | part of the limit | redis-components is faster by |");
		System.out.println("|---|---|---|---|---|");
		try (BenchRedis redis = new BenchRedis();
				DistributedLock locks = LettuceLocks.create(redis.port, redis.keys,
						new LiveSettings<>(LockSettings.defaults()), redis.background);
				StatefulRedisConnection<String, byte[]> connection = redis.connection()) {
			RedisLockRegistry pubSub = new RedisLockRegistry(redis.factory(), "pubsub", 30_000);
			pubSub.setRedisLockType(RedisLockRegistry.RedisLockType.PUB_SUB_LOCK);
			RedisLockRegistry spin = new RedisLockRegistry(redis.factory(), "spin", 30_000);
			Scripts scripts = new Scripts(connection.sync());
			Map<String, IntFunction<Turn>> candidates = new LinkedHashMap<>();
			candidates.put("redis-components", (thread) -> new LeaseTurn(locks.get("order:" + thread)));
			candidates.put(LIMIT, scripts::turn);
			candidates.put("Spring Integration, pub/sub", (thread) -> new LockTurn(pubSub.obtain("order:" + thread)));
			candidates.put("Spring Integration, spin", (thread) -> new LockTurn(spin.obtain("order:" + thread)));
			for (int threads : THREADS) {
				print(threads, measure(candidates, threads, rounds));
			}
			pubSub.destroy();
			spin.destroy();
		}
	}

	private static Map<String, List<Double>> measure(Map<String, IntFunction<Turn>> candidates, int threads, int rounds)
			throws Exception {
		Map<String, List<Double>> results = new LinkedHashMap<>();
		candidates.keySet().forEach((name) -> results.put(name, new ArrayList<>()));
		List<String> order = new ArrayList<>(candidates.keySet());
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			for (int round = 0; round < WARMUP_ROUNDS + rounds; round++) {
				for (String name : order) {
					double perSecond = run(executor, candidates.get(name), threads);
					if (round >= WARMUP_ROUNDS) {
						results.get(name).add(perSecond);
					}
				}
				order.add(order.remove(0));
			}
		}
		finally {
			executor.shutdownNow();
		}
		return results;
	}

	private static double run(ExecutorService executor, IntFunction<Turn> candidate, int threads) throws Exception {
		long begin = System.nanoTime();
		List<Callable<Long>> tasks = new ArrayList<>();
		for (int thread = 0; thread < threads; thread++) {
			Turn turn = candidate.apply(thread);
			tasks.add(() -> {
				long pairs = 0;
				while (System.nanoTime() - begin < TURN) {
					turn.take();
					turn.giveBack();
					pairs++;
				}
				return pairs;
			});
		}
		long pairs = 0;
		for (Future<Long> result : executor.invokeAll(tasks)) {
			pairs += result.get();
		}
		return pairs / ((System.nanoTime() - begin) / 1e9);
	}

	private static void print(int threads, Map<String, List<Double>> results) {
		List<Double> ours = results.values().iterator().next();
		results.forEach((name, theirs) -> System.out.printf(Locale.ROOT, "| %d | %s | %,.0f | %s | %s |%n", threads,
				name, Report.median(theirs), ratio(theirs, results.get(LIMIT)),
				(theirs == ours) ? "" : ratio(ours, theirs) + " x"));
	}

	private static String ratio(List<Double> some, List<Double> others) {
		List<Double> ratios = new ArrayList<>();
		for (int round = 0; round < some.size(); round++) {
			ratios.add(some.get(round) / others.get(round));
		}
		return String.format(Locale.ROOT, "%.2f", Report.median(ratios));
	}

	/** The turn of a thread at a lock, with a fixed lease. */
	private static final class LeaseTurn implements Turn {

		private final NamedLock lock;

		private @Nullable Lease lease;

		LeaseTurn(NamedLock lock) {
			this.lock = lock;
		}

		@Override
		public void take() throws InterruptedException {
			this.lease = this.lock.tryAcquire(FIXED).orElseThrow();
		}

		@Override
		public void giveBack() {
			if (this.lease != null) {
				this.lease.close();
			}
		}

	}

	/** The scripts of a plain lock, called with what the lock would call them with. */
	private static final class Scripts {

		private final RedisCommands<String, byte[]> commands;

		private final String acquire;

		private final String release;

		Scripts(RedisCommands<String, byte[]> commands) {
			this.commands = commands;
			this.acquire = commands.scriptLoad(LuaScript.integer("lock/acquire", 1, 4).source());
			this.release = commands.scriptLoad(LuaScript.integer("lock/release", 1, LuaScript.ANY).source());
		}

		Turn turn(int thread) {
			return new Turn() {

				private final String[] key = { "bench:bare:{order:" + thread + '}' };

				private long number;

				private byte[] id = {};

				@Override
				public void take() {
					this.id = bytes("0123456789abcdef." + thread + '-' + this.number++);
					Long token = Scripts.this.commands.evalsha(Scripts.this.acquire, ScriptOutputType.INTEGER, this.key,
							this.id, bytes("30000"), bytes("86400000"), bytes("0"));
					check(token > 0);
				}

				@Override
				public void giveBack() {
					Long released = Scripts.this.commands.evalsha(Scripts.this.release, ScriptOutputType.INTEGER,
							this.key, this.id, bytes("bench:lock:"));
					check(released == 1);
				}
			};
		}

		private static void check(boolean done) {
			if (!done) {
				throw new IllegalStateException("A free lock was refused");
			}
		}

		private static byte[] bytes(String text) {
			return text.getBytes(StandardCharsets.UTF_8);
		}

	}

}
