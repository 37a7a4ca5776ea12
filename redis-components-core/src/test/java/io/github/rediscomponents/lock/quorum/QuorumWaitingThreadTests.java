// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.IoThread;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.RedisConnector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Calls that wait, made by threads that serve connections to one of the servers.
 */
@Tag("contract")
@Timeout(120)
class QuorumWaitingThreadTests extends QuorumFixture {

	private final List<RedisClient> clients = SERVERS.stream()
		.map((server) -> RedisClient.create(server.uri()))
		.toList();

	private final List<CommandPort> ports = new ArrayList<>();

	@AfterEach
	void close() {
		this.ports.forEach(CommandPort::close);
		this.clients.forEach((client) -> client.shutdown(Duration.ZERO, Duration.ofSeconds(2)));
	}

	@Test
	void areRefusedBeforeAnythingIsSent() throws Exception {
		NamedLock lock = connected();
		List<Callable<?>> calls = List.of(lock::acquire, lock::tryAcquire, () -> lock.tryAcquire(PATIENCE), lock::info,
				lock::forceRelease, () -> lock.asLock().tryLock());
		for (int node = 0; node < SERVERS.size(); node++) {
			for (Callable<?> call : calls) {
				areNotMade(node, call);
			}
		}
		assertThat(SERVERS).allSatisfy((server) -> assertThat(server.command("EXISTS", key())).hasToString("0"));
		assertThat(lock.tryAcquire()).hasValueSatisfying(Lease::close);
	}

	@Test
	void aLeaseIsGivenBackWithoutWaiting() throws Exception {
		NamedLock lock = connected();
		for (int node = 0; node < SERVERS.size(); node++) {
			Lease lease = lock.acquire();
			areNotMade(node, () -> lease.extend(Duration.ofMinutes(1)));
			assertThat(lease.isValid()).isTrue();
			assertThat(onIoThread(node, lease::release)).isIn(ReleaseResult.UNKNOWN, ReleaseResult.RELEASED);
			assertThat(lease.releaseAsync().toCompletableFuture().join()).isEqualTo(ReleaseResult.RELEASED);
			awaitFreeEverywhere();
		}
	}

	private NamedLock connected() {
		for (RedisClient client : this.clients) {
			CommandPort port = CommandPort.open(RedisConnector.of(() -> client), this.background, PATIENCE);
			port.call((commands) -> commands.ping());
			this.ports.add(port);
		}
		return process(this.ports, SETTINGS).get(this.name);
	}

	private void areNotMade(int node, Callable<?> call) {
		assertThatIllegalStateException().isThrownBy(() -> onIoThread(node, call))
			.withMessageContaining("serves connections");
	}

	private <T> T onIoThread(int node, Callable<T> call) throws Exception {
		return IoThread.run(this.clients.get(node), (channel) -> SERVERS.get(node).command("PUBLISH", channel, "now"),
				call);
	}

}
