// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server of its own for each test that breaks what locks rely on.
 */
public abstract class FaultFixture {

	public static final Duration PATIENCE = Duration.ofMinutes(1);

	/**
	 * A lease or a poll that ends, and what a busy machine adds; less than a lease is by
	 * default.
	 */
	static final Duration SOON = Duration.ofSeconds(20);

	public static final int SCALE = Integer.getInteger("campaign.scale", 1);

	public final RedisServer server = RedisServer.start();

	public final Background background = new Background();

	/** Closed after the test, from the first to the last. */
	public final List<AutoCloseable> opened = new ArrayList<>();

	public final String name = "order:" + UUID.randomUUID();

	CommandPort open(String uri, Duration timeout) {
		CommandPort port = TestPorts.connected(TestPorts.open(uri, timeout));
		this.opened.add(0, port);
		return port;
	}

	/**
	 * A port whose calls have little time only in a hurry: each may take long on a slow
	 * machine.
	 */
	CommandPort open(String uri, Duration timeout, AtomicBoolean hurry) {
		return InterceptedPort.withTimeout(open(uri, PATIENCE), () -> hurry.get() ? timeout : PATIENCE);
	}

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable each : this.opened) {
			each.close();
		}
		this.background.close();
		this.server.close();
	}

	/**
	 * Silences the server for longer than the lease, and asserts that its loss is heard
	 * while the server still holds the lock for it.
	 * @param outlast lets the lease last on the server, which its holder does not know
	 * @param pass ends it there
	 */
	protected void assertLossComesFirst(NamedLock lock, NamedLock other, Runnable outlast, Runnable pass)
			throws Exception {
		Lease lease = lock.acquire();
		outlast.run();
		while (!lease.isValid()) {
			// The machine stood still for as long.
			lease.release();
			pass.run();
			lease = lock.acquire();
			outlast.run();
		}
		this.server.pause();
		assertThat(lease.lost().toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(LossReason.EXPIRED);
		assertThat(lease.isValid()).isFalse();
		this.server.resume();
		assertThat(other.info().holder()).contains(lease.id());
		assertThat(other.tryAcquire()).isEmpty();
		pass.run();
		try (Lease next = other.acquire()) {
			assertThat(next.token()).isGreaterThan(lease.token());
		}
		assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
	}

}
