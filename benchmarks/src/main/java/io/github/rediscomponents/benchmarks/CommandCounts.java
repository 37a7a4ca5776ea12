// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.IntConsumer;

import org.redisson.api.RLock;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.springframework.integration.redis.util.RedisLockRegistry;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.ratelimit.Algorithm;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.PolicyLimiter;
import io.github.rediscomponents.ratelimit.RateLimitSettings;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;

/**
 * Counts with INFO commandstats what one operation of each component, and of its peers,
 * makes the server do. Commands that a script runs inside the server are counted there
 * too; those from the wire are the scripts themselves.
 */
public final class CommandCounts {

	private static final int TIMES = 200;

	private static final List<String> FROM_THE_WIRE = List.of("get", "mget", "evalsha", "eval", "set", "del", "publish",
			"subscribe", "unsubscribe", "time");

	private CommandCounts() {
	}

	static void print() {
		System.out.printf("%n### Commands per operation (INFO commandstats)%n%n");
		System.out.println("| operation | executed in Redis, per operation |");
		System.out.println("|---|---|");
		try (BenchRedis redis = new BenchRedis()) {
			cache(redis);
			locks(redis);
			limits(redis);
			queues(redis);
		}
	}

	private static void cache(BenchRedis redis) {
		try (CacheClient client = CacheClient.create(redis.port, redis.keys,
				new LiveSettings<>(CacheRegistrySettings.defaults()), redis.background, ValueCodecs.json(),
				CacheObserver.NONE)) {
			TypedCache<String, String> cache = client.cache("count", String.class);
			cache.put("hit", "value");
			count(redis, "CacheClient hit", (i) -> cache.get("hit", (key) -> "x"));
			count(redis, "CacheClient cold miss", (i) -> cache.get("miss" + i, (key) -> "x"));
			count(redis, "CacheClient put", (i) -> cache.put("put" + i, "x"));
			count(redis, "CacheClient invalidate", (i) -> cache.invalidate("put" + i));
		}
	}

	private static void locks(BenchRedis redis) {
		try (DistributedLock locks = LettuceLocks.create(redis.port, redis.keys,
				new LiveSettings<>(LockSettings.defaults()), redis.background)) {
			NamedLock ours = locks.get("count");
			count(redis, "DistributedLock pair", (i) -> {
				try (Lease lease = ours.tryAcquire().orElseThrow()) {
					lease.checkValid();
				}
			});
			Lock view = ours.asLock();
			view.lock();
			count(redis, "DistributedLock pair, nested", (i) -> {
				view.lock();
				view.unlock();
			});
			view.unlock();
		}
		RLock redisson = redis.redisson().getLock("rlock");
		count(redis, "Redisson RLock pair", (i) -> {
			redisson.lock(30, TimeUnit.SECONDS);
			redisson.unlock();
		});
		redisson.lock(30, TimeUnit.SECONDS);
		count(redis, "Redisson RLock pair, nested", (i) -> {
			redisson.lock(30, TimeUnit.SECONDS);
			redisson.unlock();
		});
		redisson.unlock();
		RedisLockRegistry registry = new RedisLockRegistry(redis.factory(), "spin", 30_000);
		Lock spring = registry.obtain("count");
		count(redis, "Spring Integration lock pair", (i) -> {
			spring.lock();
			spring.unlock();
		});
		registry.destroy();
	}

	private static void limits(BenchRedis redis) {
		RateLimiter limiter = RateLimiter.create(redis.port, redis.keys,
				new LiveSettings<>(RateLimitSettings.defaults()));
		for (Algorithm algorithm : Algorithm.values()) {
			PolicyLimiter policy = limiter
				.policy(RatePolicy.of(algorithm.label(), new Limit(algorithm, 100, Duration.ofHours(1))));
			count(redis, "RateLimiter " + algorithm.label() + " (half admitted)", (i) -> policy.tryAcquire("k"));
		}
		RRateLimiter redisson = redis.redisson().getRateLimiter("count");
		redisson.trySetRate(RateType.OVERALL, 100, Duration.ofHours(1));
		count(redis, "Redisson RRateLimiter (half admitted)", (i) -> redisson.tryAcquire());
	}

	private static void queues(BenchRedis redis) {
		LimitQueues queues = LimitQueues.create(redis.port, redis.keys, ValueCodecs.json(),
				new LiveSettings<>(Map.of("count", LimitQueueSettings.of(10))));
		LimitQueue<String> queue = queues.get("count", String.class);
		count(redis, "LimitQueue offer", (i) -> queue.offer("v" + i));
		count(redis, "LimitQueue list", (i) -> queue.list());
	}

	private static void count(BenchRedis redis, String operation, IntConsumer action) {
		action.accept(TIMES);
		Map<String, Long> before = redis.server.commandCalls();
		for (int i = 0; i < TIMES; i++) {
			action.accept(i);
		}
		System.out
			.println("| " + operation + " | " + text(perOperation(before, redis.server.commandCalls(), TIMES)) + " |");
	}

	/** The commands between two looks, without those that look. */
	public static Map<String, Double> perOperation(Map<String, Long> before, Map<String, Long> after, int times) {
		Map<String, Double> perOperation = new TreeMap<>();
		after.forEach((command, calls) -> {
			double each = (calls - before.getOrDefault(command, 0L)) / (double) times;
			if (each >= 0.01 && !command.startsWith("info")) {
				perOperation.put(command, each);
			}
		});
		return perOperation;
	}

	/** Those that come over the wire first. */
	public static String text(Map<String, Double> perOperation) {
		StringBuilder text = new StringBuilder();
		perOperation.entrySet()
			.stream()
			.sorted((a, b) -> Boolean.compare(FROM_THE_WIRE.contains(b.getKey()), FROM_THE_WIRE.contains(a.getKey())))
			.forEach((entry) -> text.append((text.isEmpty()) ? "" : ", ")
				.append(String.format(Locale.ROOT, (entry.getValue() % 1 < 0.005) ? "%.0f" : "%.2f", entry.getValue()))
				.append(' ')
				.append(entry.getKey()));
		return text.toString();
	}

}
