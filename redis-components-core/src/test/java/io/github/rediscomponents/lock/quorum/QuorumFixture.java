// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Three independent servers, and processes that use all of them.
 */
abstract class QuorumFixture {

	static final Duration PATIENCE = Duration.ofMinutes(1);

	static final LockSettings SETTINGS = LockSettings.defaults();

	static final List<RedisServer> SERVERS = new ArrayList<>();

	private static final List<CommandPort> SHARED = new ArrayList<>();

	private static final List<CommandPort> OPENED = new ArrayList<>();

	final Background background = new Background();

	private final List<RedisQuorumLock> made = new ArrayList<>();

	final String name = "order " + UUID.randomUUID();

	@BeforeAll
	static void startServers() {
		for (int i = 0; i < 3; i++) {
			SERVERS.add(RedisServer.start());
			SHARED.add(open(SERVERS.get(i), PATIENCE));
		}
	}

	@AfterAll
	static void stopServers() {
		OPENED.forEach(CommandPort::close);
		SERVERS.forEach(RedisServer::close);
		OPENED.clear();
		SHARED.clear();
		SERVERS.clear();
	}

	static CommandPort open(RedisServer server, Duration timeout) {
		// Connecting may take longer than an answer.
		CommandPort port = TestPorts.open(server.uri(), PATIENCE);
		port.call((commands) -> commands.ping());
		OPENED.add(port);
		return port.withTimeout(timeout);
	}

	/** The locks of another process, as far as Redis can tell. */
	QuorumLock process(List<CommandPort> ports, LockSettings settings) {
		RedisQuorumLock locks = (RedisQuorumLock) QuorumLock.create(ports, new KeySpace("t"),
				new LiveSettings<>(settings), this.background, LockObserver.NONE);
		this.made.add(locks);
		return locks;
	}

	public NamedLock lock(LockSettings settings) {
		return process(SHARED, settings).get(this.name);
	}

	public NamedLock lock() {
		return lock(SETTINGS);
	}

	/** A lock with connections of its own, for tests that break them. */
	NamedLock ownLock(LockSettings settings, Duration timeout) {
		List<CommandPort> ports = SERVERS.stream().map((server) -> open(server, timeout)).toList();
		return process(ports, settings).get(this.name);
	}

	String key() {
		return new KeySpace("t").key("quorum", this.name);
	}

	/** Who has a node's vote. */
	static boolean isHeld(RedisServer server, String key) {
		Object end = server.command("HGET", key, "d");
		Object now = ((List<?>) server.command("TIME")).get(0);
		return end != null && Long.parseLong(end.toString()) > Long.parseLong(now.toString()) * 1000;
	}

	void awaitFreeEverywhere() {
		await().atMost(PATIENCE).until(() -> SERVERS.stream().noneMatch((server) -> isHeld(server, key())));
	}

	static long scripts(Map<String, Long> calls) {
		return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
	}

	static long scripts() {
		return SERVERS.stream().mapToLong((server) -> scripts(server.commandCalls())).sum();
	}

	@AfterEach
	void leaveNothingBehind() {
		for (RedisServer server : SERVERS) {
			if (server.isRunning()) {
				server.resume();
			}
			else {
				server.restart();
			}
		}
		this.made.forEach(QuorumLock::close);
		this.made.forEach((locks) -> await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(locks.locks().engine().gates().size()).isZero();
			assertThat(locks.nodes().held()).isZero();
		}));
		this.background.close();
	}

}
