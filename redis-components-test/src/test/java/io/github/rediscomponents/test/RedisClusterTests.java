// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RedisCluster}.
 */
class RedisClusterTests {

	private static RedisCluster cluster;

	@BeforeAll
	static void start() {
		cluster = RedisCluster.start();
	}

	@AfterAll
	static void close() {
		cluster.close();
		assertThat(cluster.nodes()).noneMatch(RedisServer::isRunning);
	}

	@Test
	void servesAllSlotsOnEveryNodeAsSoonAsItIsStarted() {
		assertThat(cluster.nodes()).hasSize(3).allSatisfy((node) -> {
			assertThat((String) node.command("CLUSTER", "INFO")).contains("cluster_state:ok", "cluster_slots_ok:16384",
					"cluster_known_nodes:3", "cluster_size:3");
			assertThat((List<?>) node.command("CLUSTER", "SLOTS")).hasSize(3);
		});
		assertThat(cluster.uris()).hasSize(3).doesNotHaveDuplicates().contains(cluster.node(2).uri());
	}

	@Test
	void knowsTheMasterOfEveryKey() {
		for (int i = 0; i < 500; i++) {
			String key = "some:{" + i + "}:key";
			RedisServer master = cluster.masterFor(key);
			assertThat(master.command("SET", key, "v")).isEqualTo("OK");
			assertThat(master.command("CLUSTER", "KEYSLOT", key)).isEqualTo(String.valueOf(ClusterSlots.of(key)));
		}
		assertThat(cluster.nodes()).allSatisfy((node) -> assertThat(node.command("DBSIZE")).isNotEqualTo("0"));
	}

	@Test
	void redirectsFromTheOthers() {
		RedisServer other = cluster.nodes()
			.stream()
			.filter((node) -> node != cluster.masterFor("k"))
			.findFirst()
			.orElseThrow();
		assertThatExceptionOfType(RedisReplyException.class).isThrownBy(() -> other.command("GET", "k"))
			.withMessage("MOVED " + ClusterSlots.of("k") + " 127.0.0.1:" + cluster.masterFor("k").port());
	}

	@Test
	void computesSlotsLikeTheServer() {
		for (String key : List.of("", "a", "{a}b", "{}a", "a{}{b}", "{a", "a}b{c}", "{{a}}", "ü{ö}", "a{b}{c}")) {
			assertThat(cluster.node(0).command("CLUSTER", "KEYSLOT", key)).as(key)
				.isEqualTo(String.valueOf(ClusterSlots.of(key)));
		}
	}

	@Test
	void flushesAndCountsOnAllNodes() {
		cluster.resetStats();
		List.of("a", "b", "c", "d", "e", "f").forEach((key) -> cluster.masterFor(key).command("SET", key, "v"));
		assertThat(cluster.commandCalls()).containsEntry("set", 6L);
		cluster.flushAll();
		assertThat(cluster.nodes()).allSatisfy((node) -> assertThat(node.command("DBSIZE")).isEqualTo("0"));
		String sha = (String) cluster.node(1).command("SCRIPT", "LOAD", "return 1");
		cluster.scriptFlush();
		assertThat(cluster.node(1).command("SCRIPT", "EXISTS", sha)).isEqualTo(List.of("0"));
	}

	@Test
	void isCompleteAgainAfterANodeWasRestarted() {
		cluster.node(1).kill();
		cluster.node(1).restart();
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.untilAsserted(() -> assertThat(cluster.nodes()).allSatisfy(
					(node) -> assertThat((String) node.command("CLUSTER", "INFO")).contains("cluster_state:ok")));
	}

}
