// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lease.QueueCommands;
import io.github.rediscomponents.lease.QueueKeys;
import io.github.rediscomponents.lease.QueueKind;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * A process loses the right to one command in the middle of its work, while others hold
 * permits all the time.
 */
class PermitRightsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final KeySpace KEYS = new KeySpace("t");

	private static final SemaphoreOptions OPTIONS = SemaphoreOptions.of(6).withLease(Duration.ofSeconds(2));

	private final QueueKeys keys = QueueKeys.of(KEYS, "sem", QueueKind.SEMAPHORE, "printer");

	private final RedisServer server = RedisServer.start();

	private final Background background = new Background();

	private final CommandPort all = TestPorts.connected(TestPorts.open(this.server.uri(), PATIENCE));

	private CommandPort limited = this.all;

	@AfterEach
	void close() {
		this.background.close();
		this.limited.close();
		this.all.close();
		this.server.close();
	}

	private NamedSemaphore semaphore(CommandPort port, SemaphoreOptions options) {
		return DistributedSemaphore
			.create(port, KEYS, new LiveSettings<>(SemaphoreSettings.defaults()), this.background)
			.get("printer", options);
	}

	private void mayRun(String rule) {
		this.server.command("ACL", "SETUSER", "limited", "on", ">secret", "~*", "&*", rule);
	}

	@ParameterizedTest
	@ValueSource(strings = { "HMGET", "EXISTS", "ZSCORE", "ZCARD", "TIME", "ZREM", "ZADD", "ZRANGEBYSCORE", "ZRANGE",
			"HSET", "PEXPIREAT", "PUBLISH", "EVALSHA" })
	void thePermitsOfOthersAreCountedExactlyAfterwards(String command) throws Exception {
		NamedSemaphore other = semaphore(this.all, SemaphoreOptions.of(6));
		Permit stays = other.acquire();
		mayRun("+@all");
		this.limited = TestPorts
			.connected(TestPorts.open("redis://limited:secret@127.0.0.1:" + this.server.port(), PATIENCE));
		NamedSemaphore semaphore = semaphore(this.limited, OPTIONS);
		Permit two = semaphore.tryAcquire(2, Duration.ZERO).orElseThrow();
		Permit one = semaphore.tryAcquire().orElseThrow();
		CompletableFuture<Optional<Permit>> waits = other.tryAcquireAsync(5, PATIENCE).toCompletableFuture();
		await().atMost(PATIENCE).until(() -> size(this.keys.waiters()) == 1 || waits.isDone());
		String right = command.toLowerCase(Locale.ROOT);
		mayRun("-" + right);
		catchThrowable(two::release);
		mayRun("+" + right);
		one.extend(Duration.ofSeconds(2));
		mayRun("-" + right);
		catchThrowable(() -> semaphore.tryAcquire().ifPresent(Permit::close));
		mayRun("+" + right);
		semaphore.available();
		mayRun("-" + right);
		catchThrowable(() -> one.extend(Duration.ofSeconds(2)));
		mayRun("+" + right);
		assertThat(waits).succeedsWithin(PATIENCE);
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(other.tryAcquire()).isEmpty();
			assertThat(other.available()).isZero();
			assertThat(counted()).isEqualTo(6);
		});
		assertThat(waits.join().orElseThrow().release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(counted()).isEqualTo(1);
		other.tryAcquire(5, Duration.ZERO).orElseThrow().close();
		assertThat(stays.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(size(this.keys.ends())).isZero();
	}

	private int size(String key) {
		return Integer.parseInt(String.valueOf(this.server.command("ZCARD", key)));
	}

	/** The permits that are out by the counter, which are those of the holders. */
	private int counted() {
		List<?> holders = (List<?>) this.server.command("ZRANGE", this.keys.holders(), "0", "-1");
		int held = holders.stream().mapToInt((id) -> QueueCommands.permits(String.valueOf(id))).sum();
		assertThat(this.server.command("HGET", this.keys.key(), "u")).hasToString("" + held);
		return held;
	}

}
