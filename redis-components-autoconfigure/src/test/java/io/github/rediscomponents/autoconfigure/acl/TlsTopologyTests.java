// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.acl.TlsServers.TlsServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The components over mutual TLS on a cluster and behind Sentinels whose nodes, replicas
 * and Sentinels speak TLS with each other too, through the application's Lettuce factory
 * and by a client of their own beside another driver.
 */
@Timeout(300)
class TlsTopologyTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	@TempDir
	private static Path directory;

	private static Certificates certificates;

	private final List<TlsServer> started = new ArrayList<>();

	@BeforeAll
	static void issue() {
		certificates = new Certificates(directory, "authority").issue("server", "ip:127.0.0.1")
			.issue("client", "dns:client.example.org");
	}

	@AfterEach
	void stop() {
		this.started.forEach(TlsServer::close);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void everythingWorksOnACluster(boolean otherDriver) {
		Map<String, String> settings = Map.of("cluster-enabled", "yes", "cluster-config-file", "nodes.conf",
				"tls-cluster", "yes", "tls-replication", "yes");
		for (int i = 0; i < 3; i++) {
			start(settings);
		}
		for (int i = 0; i < 3; i++) {
			TlsServer node = this.started.get(i);
			node.server().command("CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(i + 1));
			for (int slot = i; slot < 16_384; slot += 3 * 64) {
				List<String> command = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
				for (int next = slot; next < Math.min(slot + 3 * 64, 16_384); next += 3) {
					command.add(String.valueOf(next));
				}
				node.server().command(command.toArray(String[]::new));
			}
			for (TlsServer other : this.started.subList(0, i)) {
				node.server().command("CLUSTER", "MEET", "127.0.0.1", String.valueOf(other.port()));
			}
		}
		await().atMost(PATIENCE)
			.until(() -> this.started.stream()
				.allMatch((node) -> String.valueOf(node.server().command("CLUSTER", "INFO"))
					.contains("cluster_state:ok")));
		runner(otherDriver, "spring.data.redis.cluster.nodes=" + addresses(this.started))
			.run(TlsTests::assertEverythingWorks);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void everythingWorksBehindSentinelsAlsoAfterAFailover(boolean otherDriver) {
		TlsServer master = start(Map.of("tls-replication", "yes"));
		TlsServer replica = start(Map.of("tls-replication", "yes", "replicaof", "127.0.0.1 " + master.port(),
				"repl-diskless-sync-delay", "0"));
		List<TlsServer> sentinels = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			sentinels.add(start(Map.of("tls-replication", "yes", "sentinel monitor",
					"safe 127.0.0.1 " + master.port() + " 2", "sentinel down-after-milliseconds", "safe 60000",
					"sentinel failover-timeout", "safe 3000")));
		}
		// Sentinel answers with an error while there is no quorum.
		await().atMost(PATIENCE)
			.ignoreExceptions()
			.until(() -> sentinels.stream()
				.allMatch((sentinel) -> sentinel.server()
					.command("SENTINEL", "CKQUORUM", "safe")
					.toString()
					.contains("3 usable")
						&& sentinel.server()
							.command("SENTINEL", "REPLICAS", "safe")
							.toString()
							.contains(String.valueOf(replica.port()))));
		runner(otherDriver, "spring.data.redis.sentinel.master=safe",
				"spring.data.redis.sentinel.nodes=" + addresses(sentinels))
			.run((context) -> {
				TlsTests.assertEverythingWorks(context);
				// A server that merely stands still is not given up before.
				sentinels.forEach((sentinel) -> sentinel.server()
					.command("SENTINEL", "SET", "safe", "down-after-milliseconds", "2000"));
				master.server().kill();
				// Sentinel breaks the connections to a server that it promotes.
				await().atMost(PATIENCE)
					.ignoreExceptions()
					.until(() -> String.valueOf(replica.server().command("ROLE")).contains("master"));
				await().atMost(PATIENCE)
					.ignoreExceptions()
					.untilAsserted(() -> TlsTests.assertEverythingWorks(context));
				assertThat(context).hasNotFailed();
			});
	}

	private TlsServer start(Map<String, String> settings) {
		TlsServer server = TlsServers.start(certificates, "server", "yes", settings);
		this.started.add(server);
		return server;
	}

	private static String addresses(List<TlsServer> servers) {
		return servers.stream().map((server) -> "127.0.0.1:" + server.port()).collect(Collectors.joining(","));
	}

	private static ApplicationContextRunner runner(boolean otherDriver, String... nodes) {
		ApplicationContextRunner runner = TlsTests.withKey(TestContexts.runner()
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
			.withPropertyValues(RoundTrips.PROPERTIES)
			.withPropertyValues(nodes)
			.withPropertyValues("spring.data.redis.ssl.bundle=redis",
					"spring.ssl.bundle.pem.redis.truststore.certificate=file:" + certificates.certificate("authority"),
					"redis-components.command-timeout=30s", "redis-components.feed.enabled=false"),
				certificates);
		return otherDriver ? runner.withBean(RedisConnectionFactory.class, TlsTests::otherDriver) : runner;
	}

}
