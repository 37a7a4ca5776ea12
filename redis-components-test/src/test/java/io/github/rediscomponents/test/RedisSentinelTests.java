// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link RedisSentinel}.
 */
class RedisSentinelTests {

	private static RedisSentinel redis;

	@BeforeAll
	static void start() {
		redis = RedisSentinel.start();
	}

	@AfterAll
	static void close() {
		redis.close();
		assertThat(Stream.concat(redis.nodes().stream(), redis.sentinels().stream())).noneMatch(RedisServer::isRunning);
	}

	@Test
	void isWatchedByThreeSentinels() {
		redis.repair();
		assertThat(redis.sentinels()).hasSize(3)
			.allSatisfy((sentinel) -> assertThat((String) sentinel.command("SENTINEL", "CKQUORUM", redis.masterName()))
				.startsWith("OK 3 usable"));
		assertThat(redis.nodes()).hasSize(3).contains(redis.currentMaster());
		assertThat(redis.uris()).isEqualTo(List.of(redis.uri()));
		assertThat(redis.uri()).startsWith("redis-sentinel://127.0.0.1:").endsWith("#" + redis.masterName());
		assertThat(redis.masterFor("k")).isSameAs(redis.currentMaster());
	}

	@Test
	void promotesAReplicaWhenTheMasterIsKilledAndTakesItBack() {
		redis.repair();
		RedisServer old = redis.currentMaster();
		old.kill();
		RedisServer fresh = redis.awaitFailover(old);
		assertThat(fresh).isNotSameAs(old).isSameAs(redis.currentMaster());
		assertThat(fresh.command("SET", "k", "v")).isEqualTo("OK");
		redis.repair();
		assertThat(redis.currentMaster()).isSameAs(fresh);
		await().atMost(Duration.ofMinutes(1)).until(() -> ReplicationFormation.isReplicaOf(fresh, old));
	}

	@Test
	void promotesAReplicaWhenAskedAlsoWithoutTheFirstSentinel() {
		redis.repair();
		RedisServer old = redis.currentMaster();
		redis.sentinels().get(0).kill();
		assertThat(redis.failover()).isNotSameAs(old);
	}

	@Test
	void promotesAReplicaAlsoWhenTheFirstAttemptIsGivenUp() throws Exception {
		redis.repair();
		RedisServer old = redis.currentMaster();
		List<RedisServer> replicas = redis.nodes().stream().filter((node) -> node != old).toList();
		replicas.forEach(RedisServer::pause);
		// Longer than the Sentinel waits for the chosen one.
		Thread waker = new Thread(() -> {
			LockSupport.parkNanos(Duration.ofSeconds(6).toNanos());
			replicas.forEach(RedisServer::resume);
		});
		waker.start();
		assertThat(redis.failover()).isNotSameAs(old);
		waker.join();
	}

	@Test
	void promotesAReplicaWhenAsked() {
		redis.repair();
		redis.resetStats();
		RedisServer fresh = redis.failover();
		assertThat(fresh.command("SET", "k", "v")).isEqualTo("OK");
		assertThat(redis.commandCalls()).containsEntry("set", 1L);
		redis.flushAll();
		assertThat(fresh.command("DBSIZE")).isEqualTo("0");
	}

}
