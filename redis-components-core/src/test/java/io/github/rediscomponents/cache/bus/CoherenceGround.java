// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;

import io.github.rediscomponents.support.ShiftingCluster;
import io.github.rediscomponents.test.RedisReplyException;
import io.github.rediscomponents.test.RedisSentinel;
import io.github.rediscomponents.test.RedisServer;

import static org.awaitility.Awaitility.await;

/**
 * The servers of a {@link CoherenceRun}, and what can happen to them and to no others.
 */
public interface CoherenceGround extends AutoCloseable {

	/** The addresses for clients, with blanks between them. */
	String uris();

	/** The servers that accept writes. */
	List<RedisServer> masters();

	/** After which clients know of a change of masters or slots; at once by default. */
	default Duration refresh() {
		return Duration.ZERO;
	}

	/** The changes of masters and slots, by their names. */
	Map<String, Change> changes();

	@Override
	void close();

	static CoherenceGround standalone() {
		return new Standalone(RedisServer.start());
	}

	static CoherenceGround sentinel() {
		RedisSentinel redis = RedisSentinel.start();
		redis.sentinels()
			.forEach((sentinel) -> sentinel.command("SENTINEL", "SET", redis.masterName(), "down-after-milliseconds",
					"600000"));
		return new Sentinel(redis);
	}

	static CoherenceGround cluster() {
		return new Cluster(ShiftingCluster.start());
	}

	/** Loses a master after its replicas have what was acknowledged before. */
	static void kill(RedisServer master, List<RedisServer> replicas, CoherenceTruth truth) {
		truth.openGap();
		awaitReplicas(master, replicas);
		master.kill();
		truth.closeGap();
	}

	/** Waits until replicas have what their master acknowledged before. */
	static void awaitReplicas(RedisServer master, List<RedisServer> replicas) {
		long offset = offset(master, 1);
		until(() -> replicas.stream().allMatch((replica) -> offset(replica, 4) >= offset));
	}

	static void until(BooleanSupplier condition) {
		await().atMost(Duration.ofMinutes(3))
			.pollInterval(Duration.ofMillis(2))
			.ignoreExceptionsInstanceOf(RedisReplyException.class)
			.until(condition::getAsBoolean);
	}

	private static long offset(RedisServer server, int part) {
		return Long.parseLong(String.valueOf(((List<?>) server.command("ROLE")).get(part)));
	}

	/** Something that changes masters or slots, and returns when it is over. */
	interface Change {

		void happen(Random random, CoherenceTruth truth);

	}

	/** One server that forgets everything when it dies, old values among it. */
	record Standalone(RedisServer server) implements CoherenceGround {

		@Override
		public String uris() {
			return this.server.uri();
		}

		@Override
		public List<RedisServer> masters() {
			return List.of(this.server);
		}

		@Override
		public Map<String, Change> changes() {
			return Map.of("restart", (random, truth) -> {
				this.server.kill();
				this.server.restart();
			});
		}

		@Override
		public void close() {
			this.server.close();
		}

	}

	/**
	 * A master that is replaced when it was killed, and never because a machine is slow:
	 * that would be a gap of which nobody knows.
	 */
	record Sentinel(RedisSentinel redis) implements CoherenceGround {

		@Override
		public String uris() {
			return this.redis.uri();
		}

		@Override
		public List<RedisServer> masters() {
			return List.of(this.redis.currentMaster());
		}

		@Override
		public Map<String, Change> changes() {
			return Map.of("failover", (random, truth) -> {
				RedisServer master = this.redis.currentMaster();
				kill(master, this.redis.nodes().stream().filter((node) -> node != master).toList(), truth);
				until(() -> "OK"
					.equals(this.redis.sentinels().get(0).command("SENTINEL", "FAILOVER", this.redis.masterName())));
				this.redis.awaitFailover(master);
				this.redis.repair();
			});
		}

		@Override
		public void close() {
			this.redis.close();
		}

	}

	/** Masters with replicas, and slots that move. */
	record Cluster(ShiftingCluster redis) implements CoherenceGround {

		/** How many slots move at a time. */
		private static final int SLOTS = 6;

		@Override
		public String uris() {
			return String.join(" ", this.redis.uris());
		}

		@Override
		public List<RedisServer> masters() {
			return this.redis.masters();
		}

		@Override
		public Duration refresh() {
			return CoherenceChild.REFRESH;
		}

		@Override
		public Map<String, Change> changes() {
			Map<String, Change> changes = new LinkedHashMap<>();
			changes.put("failover", (random, truth) -> this.redis.replace(random.nextInt(3),
					(master, replica) -> kill(master, List.of(replica), truth)));
			changes.put("hand-over", (random, truth) -> this.redis.handOver(random.nextInt(3)));
			changes.put("resharding", (random, truth) -> {
				int from = random.nextInt(3);
				this.redis.reshard(from, (from + 1 + random.nextInt(2)) % 3, SLOTS);
			});
			return changes;
		}

		@Override
		public void close() {
			this.redis.close();
		}

	}

}
