// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.lettuce.core.cluster.RedisClusterClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.cache.bus.CoherenceChild;
import io.github.rediscomponents.cache.bus.CoherenceGround;
import io.github.rediscomponents.support.ShiftingCluster;
import io.github.rediscomponents.support.Stalls;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a cache loads while one master of three is dead, and after its replica replaced
 * it.
 */
class CacheClusterFailoverTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final int KEYS = 300;

	private static final int READERS = 4;

	private static final int DEAD = 1;

	private static final Duration SETTLED = Duration.ofSeconds(1);

	/**
	 * A failover takes as many steps of threads, clients and servers one after another.
	 */
	private static final int STEPS = 20;

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void loadsNothingOfOtherMastersAndNothingOneSecondAfterTheFailover(boolean local) {
		CacheSettings settings = CacheSettings.defaults()
			.withJitter(0)
			.withCommandTimeout(Duration.ofSeconds(10))
			.withLocal(LocalCacheSettings.defaults().withEnabled(local));
		try (ShiftingCluster cluster = ShiftingCluster.start();
				RedisClusterClient client = CoherenceChild.clusterClient(cluster.uris());
				CommandPort port = CommandPort.open(RedisConnector.of(() -> client), new Background(), PATIENCE);
				TestCaches caches = TestCaches.on(port, "t", settings);
				Stalls stalls = Stalls.begin()) {
			cluster.nodes().forEach((node) -> node.command("CONFIG", "SET", "cluster-require-full-coverage", "no"));
			Readings readings = new Readings(caches.texts("c"));
			readings.warm();
			Map<Boolean, List<String>> byLoss = readings.keys.stream()
				.collect(Collectors.partitioningBy((key) -> cluster.shardOf(caches.valueKey("c", key)) == DEAD));
			assertThat(byLoss.get(true)).hasSizeBetween(50, 150);
			IntStream.range(0, 3)
				.forEach((shard) -> CoherenceGround.awaitReplicas(cluster.masters().get(shard),
						List.of(cluster.replica(shard))));
			Moments moments = new Moments();
			readings.during(() -> {
				readings.awaitRound();
				cluster.masters().get(DEAD).kill();
				moments.died = System.nanoTime();
				readings.awaitRound();
				cluster.promoteReplicaOfDeadMaster(DEAD);
				moments.failedOver = System.nanoTime();
				await().pollDelay(SETTLED).until(() -> true);
				readings.awaitRound();
				readings.awaitRound();
				moments.stalled = stalls.longestSince(moments.died);
				return null;
			});
			print(local, moments, readings, byLoss.get(false));
			assertThat(readings.loads).extracting(Load::key).doesNotContainAnyElementsOf(byLoss.get(false));
			long settled = SETTLED.toMillis() + STEPS * moments.stalled.toMillis();
			assertThat(readings.loads).filteredOn((load) -> moments.millisAfter(load) >= settled).isEmpty();
			cluster.restartDeadMaster(DEAD);
		}
	}

	private static void print(boolean local, Moments moments, Readings readings, List<String> others) {
		System.out.printf(
				"Dead master, %s: dead for %,d ms, %,d reads; loads of its keys while it is dead %,d, "
						+ "after the failover %,d, the last %,d ms after it (the machine stalled for %,d ms); "
						+ "loads of other keys %,d%n",
				local ? "local level" : "Redis alone", (moments.failedOver - moments.died) / 1_000_000,
				readings.reads.get(), readings.count((load) -> moments.millisAfter(load) < 0),
				readings.count((load) -> moments.millisAfter(load) >= 0),
				readings.loads.stream().mapToLong(moments::millisAfter).max().orElse(0), moments.stalled.toMillis(),
				readings.count((load) -> others.contains(load.key())));
	}

	/** Written by one of the threads that are joined before it is read. */
	private static final class Moments {

		long died;

		long failedOver;

		Duration stalled = Duration.ZERO;

		long millisAfter(Load load) {
			return Math.floorDiv(load.nanos() - this.failedOver, 1_000_000L);
		}

	}

	private record Load(String key, long nanos) {
	}

	/** Threads that read all keys again and again, and what they load. */
	private static final class Readings {

		final List<String> keys = IntStream.range(0, KEYS).mapToObj((i) -> "k" + i).toList();

		final Queue<Load> loads = new ConcurrentLinkedQueue<>();

		final AtomicLong reads = new AtomicLong();

		private final AtomicBoolean over = new AtomicBoolean();

		private final AtomicLong[] rounds = IntStream.range(0, READERS)
			.mapToObj((i) -> new AtomicLong())
			.toArray(AtomicLong[]::new);

		private final TypedCache<String, String> cache;

		Readings(TypedCache<String, String> cache) {
			this.cache = cache;
		}

		void warm() {
			await().atMost(PATIENCE).ignoreExceptions().until(() -> {
				this.cache.putAll(this.keys.stream().collect(Collectors.toMap((key) -> key, (key) -> "warm")));
				return true;
			});
		}

		long count(Predicate<Load> which) {
			return this.loads.stream().filter(which).count();
		}

		/** Returns when each thread has read every key once more. */
		void awaitRound() {
			List<Long> wanted = IntStream.range(0, READERS).mapToObj((i) -> this.rounds[i].get() + 2).toList();
			await().atMost(PATIENCE)
				.until(() -> IntStream.range(0, READERS).allMatch((i) -> this.rounds[i].get() >= wanted.get(i)));
		}

		void during(Callable<Void> action) {
			List<Callable<Void>> all = new ArrayList<>();
			for (int i = 0; i < READERS; i++) {
				int reader = i;
				all.add(() -> {
					while (!this.over.get()) {
						this.keys.forEach(this::read);
						this.rounds[reader].incrementAndGet();
					}
					return null;
				});
			}
			all.add(() -> {
				try {
					return action.call();
				}
				finally {
					this.over.set(true);
				}
			});
			Concurrently.run(all);
		}

		private void read(String key) {
			this.cache.get(key, (id) -> {
				this.loads.add(new Load(id, System.nanoTime()));
				return "loaded";
			});
			this.reads.incrementAndGet();
		}

	}

}
