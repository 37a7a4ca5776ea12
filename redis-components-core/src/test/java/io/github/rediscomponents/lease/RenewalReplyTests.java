// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockFixture;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.UnreadablePort;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Renewals whose replies cannot be read.
 */
class RenewalReplyTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/** Nothing ends because a slow machine took long. */
	private static final LockSettings SETTINGS = LockSettings.defaults().withLease(Duration.ofMinutes(10));

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR" })
	void areRepeatedAsIfThereWereNone(LockKind kind) {
		AtomicInteger unreadable = new AtomicInteger(2);
		CommandPort port = UnreadablePort.of(TestPorts.of(RedisTopology.STANDALONE),
				(kind == LockKind.PLAIN) ? "lock/renew" : "lease/queue-renew", unreadable);
		try (Background background = new Background();
				DistributedLock locks = LettuceLocks.create(port, new KeySpace("t"), new LiveSettings<>(SETTINGS),
						background)) {
			String name = "order " + UUID.randomUUID();
			NamedLock lock = (kind == LockKind.PLAIN) ? locks.get(name) : locks.fair(name);
			Lease lease = lock.tryAcquire().orElseThrow();
			await().atMost(PATIENCE).until(() -> {
				LockFixture.renewNow(lease);
				return unreadable.get() == 0;
			});
			assertThat(lease.isValid()).isTrue();
			lease.close();
		}
	}

}
