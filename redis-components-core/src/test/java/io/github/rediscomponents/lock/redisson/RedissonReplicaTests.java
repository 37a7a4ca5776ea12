// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.test.RedisReplication;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Locks on Redisson that count only when replicas have them.
 */
class RedissonReplicaTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final RedisReplication servers = RedisReplication.builder().replicas(1).start();

	private final Background background = new Background();

	private final RedissonClient redisson = RedissonEngine.open(this.servers.master().uri());

	private final LiveSettings<LockSettings> settings = new LiveSettings<>(
			LockSettings.defaults().withReplicaTimeout(PATIENCE));

	private final DistributedLock locks = RedissonEngine.create(() -> this.redisson, this.settings, this.background,
			LockObserver.NONE);

	private final String name = "order:" + UUID.randomUUID();

	@AfterEach
	void close() {
		this.locks.close();
		this.redisson.shutdown(0, 2, TimeUnit.SECONDS);
		this.background.close();
		this.servers.close();
	}

	@Test
	void areOnAReplicaWhenTheyAreAcquired() {
		RedisServer replica = this.servers.replicas().get(0);
		String key = RedissonEngine.key(this.name);
		for (int i = 0; i < 20; i++) {
			LockOptions options = LockOptions.noWait().withMinReplicas(1);
			try (Lease lease = acquire(this.locks.get(this.name), options)) {
				assertThat(replica.command("HGET", key + ":token", "f")).isEqualTo(String.valueOf(lease.token()));
				assertThat(replica.command("HGET", key, lease.id())).isEqualTo("1");
			}
		}
	}

	private static Lease acquire(NamedLock lock, LockOptions options) {
		try {
			return lock.tryAcquire(options).orElseThrow();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void areGivenBackWhenTooFewReplicasAnswer() {
		this.settings.swap(LockSettings.defaults().withReplicaTimeout(Duration.ofMillis(300)));
		NamedLock lock = this.locks.get(this.name);
		RedisServer replica = this.servers.replicas().get(0);
		replica.pause();
		try {
			assertThatExceptionOfType(RedisUnavailableException.class)
				.isThrownBy(() -> lock.tryAcquire(LockOptions.noWait().withMinReplicas(1)))
				.withMessageContaining("0 of 1 replicas");
			await().atMost(PATIENCE).until(() -> !lock.info().held());
			lock.tryAcquire().orElseThrow().close();
		}
		finally {
			replica.resume();
		}
		await().atMost(PATIENCE).until(() -> RedissonEngine.idle(this.locks));
	}

}
