// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

/**
 * Servers that clients reach by {@code ::1} only: one server, a cluster whose nodes
 * announce that address, and a master that a Sentinel reports by it.
 */
class IpVersion6Tests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String BOTH = "127.0.0.1 ::1";

	/** By locks, blocking reads, pub/sub and background tasks. */
	private static final List<String> SOME = List.of("lock", "cache", "task queue", "delay queue", "topic", "feed");

	private final Background background = new Background();

	@BeforeEach
	void skipWithoutIpVersion6() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
			assertThat(socket.isBound()).isTrue();
		}
		catch (IOException ex) {
			abort("This machine has no IPv6 on its loopback interface: " + ex);
		}
	}

	@AfterEach
	void close() {
		this.background.close();
	}

	private void use(CommandPort port) throws Exception {
		Stream<Scene> some = EveryComponent.scenes().filter((scene) -> SOME.contains(scene.name()));
		List<Scene> scenes = some.toList();
		assertThat(scenes).hasSameSizeAs(SOME);
		for (Scene scene : scenes) {
			EveryComponent.use(scene, port, "six-" + scene.name().replace(' ', '-'), this.background);
		}
	}

	@Test
	void oneServer() throws Exception {
		try (RedisServer server = RedisServer.builder().setting("bind", BOTH).start();
				CommandPort port = TestPorts.connected(TestPorts.open("redis://[::1]:" + server.port()))) {
			use(port);
			assertThat(String.valueOf(server.command("CLIENT", "LIST"))).contains("addr=[::1]:");
		}
	}

	@Test
	void aCluster() throws Exception {
		try (RedisCluster cluster = RedisCluster.builder()
			.setting("bind", BOTH)
			.setting("cluster-announce-ip", "::1")
			.start()) {
			List<String> nodes = cluster.nodes().stream().map((node) -> "redis://[::1]:" + node.port()).toList();
			try (CommandPort port = TestPorts.connected(TestPorts.open(nodes, PATIENCE))) {
				use(port);
			}
			assertThat(String.valueOf(cluster.node(0).command("CLUSTER", "SLOTS"))).contains("::1")
				.doesNotContain("127.0.0.1");
		}
	}

	@Test
	void aMasterWithASentinel() throws Exception {
		try (RedisServer master = RedisServer.builder().setting("bind", BOTH).start();
				RedisServer sentinel = RedisServer.builder()
					.setting("bind", BOTH)
					.setting("sentinel monitor", "components ::1 " + master.port() + " 1")
					.start()) {
			await().atMost(PATIENCE)
				.until(() -> String.valueOf(sentinel.command("SENTINEL", "get-master-addr-by-name", "components"))
					.contains("::1"));
			try (CommandPort port = TestPorts
				.connected(TestPorts.open("redis-sentinel://[::1]:" + sentinel.port() + "#components"))) {
				use(port);
				assertThat(String.valueOf(master.command("CLIENT", "LIST"))).contains("addr=[::1]:");
			}
		}
	}

}
