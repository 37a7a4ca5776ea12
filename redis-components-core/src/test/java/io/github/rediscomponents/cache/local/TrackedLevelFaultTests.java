// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.ProtocolVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.LocalLevelStatus;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A local level with tracking that may not track, whose servers hang, or whose masters
 * change.
 */
@Timeout(240)
class TrackedLevelFaultTests {

	private static final Duration INTERVAL = Duration.ofMillis(300);

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final CacheSettings SETTINGS = TrackedFixture.TRACKED.withCommandTimeout(Duration.ofSeconds(30));

	/** For servers that do not answer. */
	private static final CacheSettings BRIEF = SETTINGS.withCommandTimeout(Duration.ofSeconds(2));

	/** How the tests see a cache. */
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return known;
	}

	private TypedCache<String, String> cache(TestCaches caches) {
		return seenBy(caches.texts("c"));
	}

	@Test
	void asksRedisWhereItMayNotTrackAndSaysSo() {
		try (RedisServer server = RedisServer.start(); CapturedLog log = CapturedLog.of("io.github.rediscomponents")) {
			server.command("ACL", "SETUSER", "u", "on", ">pw", "~*", "&*", "+@all", "-client");
			try (CommandPort port = TestPorts.open("redis://u:pw@" + server.host() + ":" + server.port());
					CommandPort writer = TestPorts.open(server);
					TestCaches deaf = TestCaches.on(port, "t", SETTINGS).probeEvery(INTERVAL);
					TestCaches writing = deaf.alsoOn(writer)) {
				for (int i = 0; i < 200; i++) {
					String value = "v" + i;
					cache(writing).put("k", value);
					assertThat(cache(deaf).get("k", (key) -> "loaded")).isEqualTo(value);
				}
				await().atMost(PATIENCE)
					.until(() -> log.lines()
						.stream()
						.anyMatch((line) -> line.startsWith("WARN Redis refuses to track")));
				LocalLevelStatus status = deaf.client.localLevels().get(0);
				assertThat(status.state()).isEqualTo(LocalLevelState.DOWN);
				assertThat(status.reason()).contains("NOPERM").contains("client");
				server.command("ACL", "SETUSER", "u", "+client|tracking");
				await().atMost(PATIENCE).until(() -> deaf.client.localLevelState() == LocalLevelState.UP);
			}
		}
	}

	@Test
	void asksRedisWhereTheClientSpeaksAnOlderProtocolAndSaysSo() {
		try (RedisServer server = RedisServer.start(); CapturedLog log = CapturedLog.of("io.github.rediscomponents")) {
			RedisClient client = RedisClient.create(RedisURI.create(server.uri()));
			client.setOptions(ClientOptions.builder().protocolVersion(ProtocolVersion.RESP2).build());
			try (Background background = new Background();
					CommandPort port = CommandPort.open(RedisConnector.of(() -> client), background,
							Duration.ofSeconds(30));
					TestCaches deaf = TestCaches.on(port, "t", SETTINGS).probeEvery(INTERVAL)) {
				cache(deaf).put("k", "v");
				for (int i = 0; i < 100; i++) {
					assertThat(cache(deaf).get("k", (key) -> "loaded")).isEqualTo("v");
				}
				await().atMost(PATIENCE)
					.until(() -> log.lines()
						.stream()
						.anyMatch((line) -> line.startsWith("WARN Redis refuses to track")));
				assertThat(log.warnings())
					.anyMatch((event) -> String.valueOf(event.getThrowableProxy().getMessage()).contains("RESP2"));
				assertThat(deaf.client.localLevelState()).isEqualTo(LocalLevelState.DOWN);
			}
			finally {
				client.shutdown();
			}
		}
	}

	@Test
	void asksRedisWhereTheServerKnowsOnlyTheOlderProtocol() {
		try (RedisServer server = RedisServer.builder().setting("rename-command", "HELLO \"\"").start();
				CommandPort port = TestPorts.open(server);
				TestCaches deaf = TestCaches.on(port, "t", SETTINGS).probeEvery(INTERVAL)) {
			cache(deaf).put("k", "v");
			cache(deaf).get("k", (key) -> "loaded");
			await().atMost(PATIENCE).until(() -> deaf.client.localLevels().get(0).reason().contains("unknown command"));
			assertThat(deaf.client.localLevelState()).isEqualTo(LocalLevelState.DOWN);
			server.command("SET", deaf.valueKey("c", "k"), "other");
			assertThat(cache(deaf).get("k", (key) -> "loaded")).isEqualTo("loaded");
		}
	}

	@Test
	void keepsItsConnectionsWhereItsProbesAreRefused() {
		try (RedisServer server = RedisServer.start()) {
			server.command("ACL", "SETUSER", "u", "on", ">pw", "~*", "&*", "+@all", "-unlink");
			AtomicInteger probes = new AtomicInteger();
			try (CommandPort port = TestPorts.open("redis://u:pw@" + server.host() + ":" + server.port());
					TestCaches deaf = TestCaches.on(counting(port, probes), "t", SETTINGS).probeEvery(INTERVAL)) {
				cache(deaf).get("k", (key) -> "v");
				await().atMost(PATIENCE).until(() -> deaf.client.localLevels().get(0).reason().contains("cache/probe"));
				assertThat(deaf.client.localLevelState()).isEqualTo(LocalLevelState.SUBSCRIBED);
				List<String> connections = TrackedLevelTests.tracking(server);
				assertThat(connections).hasSize(1);
				int before = probes.get();
				await().atMost(PATIENCE).until(() -> probes.get() >= before + 12);
				assertThat(TrackedLevelTests.tracking(server)).isEqualTo(connections);
				server.command("ACL", "SETUSER", "u", "+unlink");
				await().atMost(PATIENCE).until(() -> deaf.client.localLevelState() == LocalLevelState.UP);
			}
		}
	}

	private static CommandPort counting(CommandPort port, AtomicInteger probes) {
		return InterceptedPort.of(port, (method, args, real) -> {
			if (InterceptedPort.script(args).equals("cache/probe")) {
				probes.incrementAndGet();
			}
			return real.proceed();
		});
	}

	@Test
	void opensOnlyWhenWhatFailedIsInvalidated() {
		try (RedisServer server = RedisServer.start()) {
			server.command("ACL", "SETUSER", "u", "on", ">pw", "~*", "&*", "+@all");
			try (CommandPort port = TestPorts.open("redis://u:pw@" + server.host() + ":" + server.port());
					TestCaches caches = TestCaches.on(port, "t", SETTINGS).probeEvery(INTERVAL)) {
				TypedCache<String, String> cache = cache(caches);
				cache.put("k", "old");
				caches.awaitUp();
				server.command("ACL", "SETUSER", "u", "-hmget");
				assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> cache.invalidate("k"));
				assertThat(TrackedLevelTests.killTracking(server)).isEqualTo(1);
				await().atMost(PATIENCE)
					.until(() -> caches.client.localLevels().get(0).reason().contains("invalidations that failed"));
				long probes = server.commandCalls().get("evalsha");
				await().atMost(PATIENCE).until(() -> server.commandCalls().get("evalsha") > probes + 5);
				assertThat(caches.client.localLevelState()).isEqualTo(LocalLevelState.PROBED);
				server.command("ACL", "SETUSER", "u", "+hmget");
				await().atMost(PATIENCE).until(() -> caches.client.localLevelState() == LocalLevelState.UP);
				assertThat(caches.client.queuedInvalidations().count()).isZero();
				assertThat(cache.get("k", (key) -> "new")).isEqualTo("new");
			}
		}
	}

	@Test
	void servesNothingOldWhileAndAfterOneMasterHangs() {
		try (RedisCluster cluster = RedisCluster.start();
				CommandPort port = TestPorts.open(cluster);
				CommandPort writer = TestPorts.open(cluster);
				TestCaches reading = TestCaches.on(port, "t", BRIEF).probeEvery(INTERVAL);
				TestCaches writing = reading.alsoOn(writer)) {
			TypedCache<String, String> there = cache(reading);
			cache(writing).put("k", "v0");
			reading.awaitUp();
			RedisServer hanging = cluster.masterFor(reading.valueKey("c", "k"));
			String other = other(cluster, reading, hanging);
			for (int i = 0; i < 3; i++) {
				String value = "v" + i;
				String next = "v" + (i + 1);
				await().atMost(PATIENCE).ignoreExceptions().until(() -> there.get("k", (key) -> "?").equals(value));
				hanging.pause();
				await().atMost(PATIENCE).until(() -> reading.client.localLevelState() != LocalLevelState.UP);
				cache(writing).put(other, value);
				assertThat(there.get(other, (key) -> "?")).isEqualTo(value);
				// Executed when it goes on, and perhaps too late for an answer.
				cache(writing).put(other, value);
				hanging.resume();
				await().atMost(PATIENCE).ignoreExceptions().until(() -> {
					cache(writing).put("k", next);
					return true;
				});
				await().atMost(PATIENCE)
					.pollInterval(Duration.ofMillis(1))
					.until(() -> there.get("k", (key) -> "?").equals(next));
				await().atMost(PATIENCE).until(() -> {
					// A probe of the topology may be due.
					there.get("k", (key) -> "?");
					return reading.client.localLevelState() == LocalLevelState.UP;
				});
				assertThat(there.get("k", (key) -> "?")).isEqualTo(next);
			}
		}
	}

	private static String other(RedisCluster cluster, TestCaches caches, RedisServer than) {
		return List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
			.stream()
			.filter((text) -> cluster.masterFor(caches.valueKey("c", text)) != than)
			.findAny()
			.orElseThrow();
	}

	@Test
	void makesOtherConnectionsWhenTheOldOnesHang() {
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				CommandPort port = TestPorts.open(proxy.uri());
				CommandPort writer = TestPorts.open(server);
				TestCaches behind = TestCaches.on(port, "t", BRIEF).probeEvery(INTERVAL);
				TestCaches writing = behind.alsoOn(writer).tuned(SETTINGS)) {
			TypedCache<String, String> there = cache(behind);
			cache(writing).put("k", "old");
			behind.awaitUp();
			there.get("k", (key) -> "?");
			proxy.freeze();
			cache(writing).put("k", "new");
			await().atMost(PATIENCE).until(() -> behind.client.localLevelState() != LocalLevelState.UP);
			// Redis is away as far as it can be known.
			assertThat(there.get("k", (key) -> "?")).isEqualTo("old");
			proxy.cut();
			proxy.thaw();
			await().atMost(PATIENCE)
				.ignoreExceptions()
				.until(() -> there.peek("k").equals(new Lookup<>(Lookup.State.FRESH, "new")));
			await().atMost(PATIENCE).until(() -> behind.client.localLevelState() == LocalLevelState.UP);
			assertThat(there.get("k", (key) -> "?")).isEqualTo("new");
		}
	}

	@Test
	void startsEmptyAfterRedisWasStartedAnew() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				TestCaches caches = TestCaches.on(port, "t", SETTINGS).probeEvery(INTERVAL)) {
			TypedCache<String, String> cache = cache(caches);
			cache.put("k", "old");
			caches.awaitUp();
			assertThat(cache.get("k", (key) -> "?")).isEqualTo("old");
			server.restart();
			await().atMost(PATIENCE).ignoreExceptions().until(() -> cache.peek("k").state() == Lookup.State.MISS);
			await().atMost(PATIENCE).until(() -> caches.client.localLevelState() == LocalLevelState.UP);
			assertThat(cache.get("k", (key) -> "new")).isEqualTo("new");
		}
	}

}
