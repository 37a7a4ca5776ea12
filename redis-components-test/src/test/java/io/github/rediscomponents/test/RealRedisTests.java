// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link RealRedis}, {@link RedisExtension} and {@link SharedRedis}.
 */
class RealRedisTests {

	@Nested
	@RealRedis
	class Standalone {

		private final RedisServer shared = SharedRedis.standalone();

		@BeforeEach
		void findsNoData(RedisServer server) {
			assertThat(server.command("DBSIZE")).isEqualTo("0");
		}

		@RepeatedTest(2)
		void sharesOneServer(RedisServer server, RedisDeployment deployment) {
			assertThat(server).isSameAs(this.shared).isSameAs(deployment);
			server.command("SET", "left", "over");
		}

	}

	@Nested
	@RealRedis(topology = RedisTopology.CLUSTER)
	class Cluster {

		@BeforeEach
		void findsNoData(RedisCluster cluster) {
			assertThat(cluster.nodes()).allSatisfy((node) -> assertThat(node.command("DBSIZE")).isEqualTo("0"));
		}

		@RepeatedTest(2)
		void sharesOneCluster(RedisCluster cluster, RedisDeployment deployment) {
			assertThat(cluster).isSameAs(SharedRedis.cluster()).isSameAs(deployment);
			cluster.masterFor("left").command("SET", "left", "over");
		}

		@Nested
		class InsideAnother {

			@Test
			void hasTheTopologyOfTheClassAround(RedisDeployment deployment) {
				assertThat(deployment).isSameAs(SharedRedis.cluster());
			}

		}

	}

	@Nested
	@RealRedis(topology = RedisTopology.REPLICATION)
	@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
	class Replication {

		@Test
		@Order(1)
		void sharesOneMasterWithAReplica(RedisReplication redis, RedisDeployment deployment) {
			assertThat(redis).isSameAs(SharedRedis.replication()).isSameAs(deployment);
			redis.master().command("SET", "left", "over");
			redis.failover().kill();
		}

		@Test
		@Order(2)
		void findsThemInOrderAndEmpty(RedisReplication redis) {
			assertThat(redis.master().command("DBSIZE")).isEqualTo("0");
			await().atMost(Duration.ofMinutes(1))
				.until(() -> redis.replicas()
					.stream()
					.allMatch((replica) -> ReplicationFormation.isReplicaOf(redis.master(), replica)));
		}

	}

	@Nested
	@RealRedis(topology = RedisTopology.SENTINEL)
	class Sentinel {

		@RepeatedTest(2)
		void sharesServersThatSentinelsWatch(RedisSentinel redis, RedisDeployment deployment) {
			assertThat(redis).isSameAs(SharedRedis.sentinel()).isSameAs(deployment);
			assertThat(redis.currentMaster().command("DBSIZE")).isEqualTo("0");
			redis.currentMaster().command("SET", "left", "over");
		}

	}

	@Nested
	@ExtendWith(RedisExtension.class)
	@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
	class AfterDamage {

		@Test
		@Order(1)
		void aTestMayKillAndPauseSharedServers(RedisServer server, RedisCluster cluster) {
			server.kill();
			cluster.node(0).pause();
			cluster.node(2).kill();
		}

		@Test
		@Order(2)
		void theNextTestFindsThemInOrder(RedisServer server, RedisCluster cluster) {
			assertThat(server.command("PING")).isEqualTo("PONG");
			for (String key : new String[] { "a", "b", "c", "d", "e", "f" }) {
				assertThat(cluster.masterFor(key).command("SET", key, "v")).isEqualTo("OK");
			}
			server.pause();
		}

		@Test
		@Order(3)
		void aPausedServerContinues(RedisServer server) {
			assertThat(server.command("PING")).isEqualTo("PONG");
		}

	}

	@Nested
	@RealRedis
	class Inherited extends Contract {

	}

	/**
	 * Tests that a subclass runs somewhere.
	 */
	abstract static class Contract {

		@Test
		void mayAskForAnyDeployment(RedisDeployment redis) {
			redis.resetStats();
			redis.masterFor("k").command("SET", "k", "v");
			assertThat(redis.commandCalls()).containsExactly(Map.entry("set", 1L));
			redis.scriptFlush();
			redis.flushAll();
			assertThat(redis.uris()).isNotEmpty();
		}

	}

}
