// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link RedisReplication}.
 */
class RedisReplicationTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static RedisReplication redis;

	@BeforeAll
	static void start() {
		redis = RedisReplication.builder().replicas(2).start();
	}

	@AfterAll
	static void close() {
		redis.close();
		assertThat(redis.nodes()).noneMatch(RedisServer::isRunning);
	}

	@BeforeEach
	void repair() {
		redis.repair();
		redis.flushAll();
	}

	@Test
	void replicatesAsSoonAsItIsStarted() {
		assertThat(redis.nodes()).hasSize(3).contains(redis.master()).containsAll(redis.replicas());
		assertThat(redis.replicas()).hasSize(2).doesNotContain(redis.master());
		assertThat(redis.uris()).hasSize(3).doesNotHaveDuplicates().contains(redis.master().uri());
		assertThat(redis.masterFor("k")).isSameAs(redis.master());
		redis.master().command("SET", "k", "v");
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(redis.replicas())
				.allSatisfy((replica) -> assertThat(replica.command("GET", "k")).isEqualTo("v")));
		assertThatExceptionOfType(RedisReplyException.class)
			.isThrownBy(() -> redis.replicas().get(0).command("SET", "k", "w"))
			.withMessageStartingWith("READONLY");
	}

	@Test
	void countsWhatTheMasterExecuted() {
		redis.resetStats();
		redis.master().command("SET", "k", "v");
		assertThat(redis.commandCalls()).containsEntry("set", 1L);
	}

	@Test
	void failsOverWhileTheMasterRuns() {
		RedisServer old = redis.master();
		old.command("SET", "k", "v");
		RedisServer fresh = redis.failover();
		assertThat(fresh).isSameAs(redis.master()).isNotSameAs(old);
		assertThat(redis.replicas()).hasSize(2).contains(old);
		assertThat(fresh.command("SET", "k", "w")).isEqualTo("OK");
		assertThatExceptionOfType(RedisReplyException.class).isThrownBy(() -> old.command("SET", "k", "x"));
	}

	@Test
	void failsOverFromADeadMasterWhichFollowsLater() {
		RedisServer old = redis.master();
		old.kill();
		RedisServer fresh = redis.failover();
		fresh.command("SET", "k", "v");
		redis.repair();
		assertThat(redis.master()).isSameAs(fresh);
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(old.command("GET", "k")).isEqualTo("v"));
	}

	@Test
	void failsOverFromAPausedMasterPastAPausedReplica() {
		RedisServer old = redis.master();
		RedisServer paused = redis.replicas().get(0);
		RedisServer expected = redis.replicas().get(1);
		old.pause();
		paused.pause();
		assertThat(redis.failover()).isSameAs(expected).isSameAs(redis.master());
		expected.command("SET", "k", "v");
		redis.repair();
		assertThat(redis.master()).isSameAs(expected);
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(List.of(old, paused))
				.allSatisfy((replica) -> assertThat(replica.command("GET", "k")).isEqualTo("v")));
	}

	@Test
	void aReplicaIsOneAgainAfterARestart() {
		RedisServer replica = redis.replicas().get(0);
		replica.kill();
		replica.restart();
		await().atMost(PATIENCE).until(() -> ReplicationFormation.isReplicaOf(redis.master(), replica));
	}

	@Test
	void refusesToFailOverToNobody() {
		redis.replicas().forEach(RedisServer::kill);
		assertThatIllegalStateException().isThrownBy(() -> redis.failover());
		assertThatIllegalArgumentException().isThrownBy(() -> RedisReplication.builder().replicas(0));
	}

}
