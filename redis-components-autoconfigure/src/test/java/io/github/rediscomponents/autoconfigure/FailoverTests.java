// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.test.RedisReplication;
import io.github.rediscomponents.test.RedisSentinel;
import io.github.rediscomponents.test.RedisServer;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The components of an application whose configuration names replicas or Sentinels.
 */
class FailoverTests {

	private static final Duration BOUND = Duration.ofMinutes(2);

	@Test
	void componentsFollowAPromotedReplicaOfTheListedNodes() {
		assumeTrue(TestBoot.namesReplicas(), "Spring Boot 3.5 has no spring.data.redis.masterreplica");
		try (RedisReplication redis = RedisReplication.builder().replicas(2).start()) {
			TestContexts.runner()
				.withPropertyValues("spring.data.redis.masterreplica.nodes=" + addresses(redis.nodes()))
				.run((context) -> {
					DistributedLock locks = context.getBean(DistributedLock.class);
					assertLocks(locks);
					redis.failover();
					assertLocks(locks);
					redis.master().kill();
					redis.failover();
					assertLocks(locks);
				});
		}
	}

	@Test
	void componentsFollowTheMasterThatSentinelsName() {
		try (RedisSentinel redis = RedisSentinel.start()) {
			TestContexts.runner()
				.withPropertyValues("spring.data.redis.sentinel.master=" + redis.masterName(),
						"spring.data.redis.sentinel.nodes=" + addresses(redis.sentinels()))
				.run((context) -> {
					DistributedLock locks = context.getBean(DistributedLock.class);
					assertLocks(locks);
					RedisServer old = redis.currentMaster();
					old.kill();
					redis.awaitFailover(old);
					assertLocks(locks);
				});
		}
	}

	private static void assertLocks(DistributedLock locks) {
		// Empty while a grant whose answer was lost with the old primary is given back.
		await().atMost(BOUND)
			.ignoreExceptionsInstanceOf(RedisUnavailableException.class)
			.until(() -> locks.get("order").tryAcquire().map((lease) -> {
				lease.close();
				return lease.token() > 0;
			}).orElse(false));
	}

	private static String addresses(List<RedisServer> servers) {
		return servers.stream().map((server) -> server.host() + ":" + server.port()).collect(Collectors.joining(","));
	}

}
