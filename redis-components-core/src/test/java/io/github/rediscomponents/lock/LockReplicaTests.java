// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisReplication;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Locks that count only when replicas have them.
 */
class LockReplicaTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final RedisReplication servers = RedisReplication.builder().replicas(1).start();

	private final Background background = new Background();

	private final CommandPort port = TestPorts
		.connected(TestPorts.open(this.servers.master().uri(), Duration.ofSeconds(5)));

	private final LiveSettings<LockSettings> settings = new LiveSettings<>(
			LockSettings.defaults().withReplicaTimeout(PATIENCE));

	private final DistributedLock locks = LettuceLocks.create(this.port, new KeySpace("t"), this.settings,
			this.background);

	private final String name = "order:" + UUID.randomUUID();

	@AfterEach
	void close() {
		this.locks.close();
		this.port.close();
		this.background.close();
		this.servers.close();
	}

	private NamedLock lock(LockKind kind) {
		return switch (kind) {
			case FAIR -> this.locks.fair(this.name);
			case READ -> this.locks.readWrite(this.name).read();
			case WRITE -> this.locks.readWrite(this.name).write();
			default -> this.locks.get(this.name);
		};
	}

	@ParameterizedTest
	@EnumSource(names = "PERMIT", mode = EnumSource.Mode.EXCLUDE)
	void areOnAReplicaWhenTheyAreAcquired(LockKind kind) throws Exception {
		RedisServer replica = this.servers.replicas().get(0);
		for (int i = 0; i < 20; i++) {
			String key = new KeySpace("t").key("lock", this.name);
			try (Lease lease = lock(kind).tryAcquire(LockOptions.noWait().withMinReplicas(1)).orElseThrow()) {
				Object token = replica.command("HGET", key, "f");
				assertThat(token).isEqualTo(String.valueOf(lease.token()));
			}
		}
	}

	@ParameterizedTest
	@EnumSource(names = "PERMIT", mode = EnumSource.Mode.EXCLUDE)
	void areGivenBackWhenTooFewReplicasAnswer(LockKind kind) {
		this.settings.swap(LockSettings.defaults().withReplicaTimeout(Duration.ofMillis(300)));
		NamedLock lock = lock(kind);
		RedisServer replica = this.servers.replicas().get(0);
		replica.pause();
		try {
			assertThatExceptionOfType(RedisUnavailableException.class)
				.isThrownBy(() -> lock.tryAcquire(LockOptions.noWait().withMinReplicas(1)))
				.withMessageContaining("0 of 1 replicas");
			assertThatExceptionOfType(CompletionException.class).isThrownBy(
					() -> lock.tryAcquireAsync(LockOptions.noWait().withMinReplicas(1)).toCompletableFuture().join())
				.withCauseInstanceOf(RedisUnavailableException.class);
			await().atMost(PATIENCE).until(() -> !lock.info().held());
			lock.tryAcquire().orElseThrow().close();
		}
		finally {
			replica.resume();
		}
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(this.locks.activity()).isEqualTo(new LockActivity(List.of(), List.of())));
	}

	@Test
	void refusesNumbersThatCannotBe() {
		assertThatIllegalArgumentException().isThrownBy(() -> LockOptions.noWait().withMinReplicas(-1))
			.withMessageStartingWith("minReplicas");
		assertThatIllegalArgumentException().isThrownBy(() -> LockOptions.noWait().withMinReplicas(101))
			.withMessageStartingWith("minReplicas");
		assertThatIllegalArgumentException().isThrownBy(() -> LockSettings.defaults().withReplicaTimeout(Duration.ZERO))
			.withMessageStartingWith("lock.replica-timeout");
	}

}
