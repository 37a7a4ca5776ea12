// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Each component on a server that has the commands of its operator under other names, as
 * those of managed services: for clients these commands do not exist.
 */
class ManagedRedisTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/** By locks, blocking reads, pub/sub and background tasks. */
	private static final List<String> ON_A_CLUSTER = List.of("lock", "cache", "task queue", "delay queue", "topic",
			"feed");

	private static final Background BACKGROUND = new Background();

	private static RedisServer server;

	private static CommandPort port;

	@BeforeAll
	static void start() {
		server = RedisServer.builder()
			.withhold("ACL", "BGSAVE", "CLIENT", "COMMAND", "CONFIG", "DEBUG", "INFO", "KEYS", "LATENCY", "MEMORY",
					"MODULE", "MONITOR", "REPLICAOF", "ROLE", "SCRIPT", "SHUTDOWN", "SLOWLOG", "WAIT")
			.start();
		port = TestPorts.connected(TestPorts.open(server));
	}

	@AfterAll
	static void stop() {
		port.close();
		BACKGROUND.close();
		server.close();
	}

	static Stream<Scene> scenes() {
		return EveryComponent.scenes();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("scenes")
	void works(Scene scene) throws Exception {
		EveryComponent.use(scene, port, "use-" + scene.name().replace(' ', '-'), BACKGROUND);
	}

	@Test
	void aClusterOfSuchNodesWorks() throws Exception {
		RedisCluster.Builder nodes = RedisCluster.builder();
		List.of("CLIENT", "COMMAND", "CONFIG", "INFO", "SCRIPT")
			.forEach((name) -> nodes.setting("rename-command " + name, "withheld-" + name));
		try (RedisCluster cluster = nodes.start(); CommandPort clusterPort = TestPorts.open(cluster)) {
			assertThatExceptionOfType(RedisCommandException.class)
				.isThrownBy(() -> clusterPort.<String>call((commands) -> commands.info()))
				.withMessageContaining("unknown command");
			List<Scene> some = scenes().filter((scene) -> ON_A_CLUSTER.contains(scene.name())).toList();
			assertThat(some).hasSameSizeAs(ON_A_CLUSTER);
			for (Scene scene : some) {
				EveryComponent.use(scene, clusterPort, "use-" + scene.name().replace(' ', '-'), BACKGROUND);
			}
		}
	}

	@Test
	void theCommandsAreNotThere() {
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> port.<String>call((commands) -> commands.info()))
			.withMessageContaining("unknown command");
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> port.<String>call((commands) -> commands.clientList()))
			.withMessageContaining("unknown command");
	}

	@Test
	void tellsWhetherThereAreTheCommandsOfBloomFilters() {
		boolean has = BloomFilters
			.create(port, new KeySpace("managed"), BACKGROUND, new LiveSettings<>(Map.of()), BloomFilterObserver.NONE)
			.hasModule();
		assertThat(has).isEqualTo(String.valueOf(server.command("COMMAND", "INFO", "BF.INFO")).contains("BF.INFO"));
	}

	@Test
	void aLocalLevelThatWouldTrackSaysWhatIsMissing() {
		CacheSettings tracked = CacheSettings.defaults()
			.withCommandTimeout(PATIENCE)
			.withLocal(LocalCacheSettings.defaults().withEnabled(true).withInvalidation(Invalidation.TRACKING));
		try (CacheClient caches = CacheClient.create(port, new KeySpace("managed"),
				new LiveSettings<>(CacheRegistrySettings.defaults().withCommon(tracked)), BACKGROUND,
				ValueCodecs.json(), CacheObserver.NONE)) {
			TypedCache<String, String> shop = caches.cache("shop", String.class);
			assertThat(shop.get("k", (key) -> "v")).isEqualTo("v");
			await().atMost(PATIENCE).until(() -> caches.localLevels().get(0).reason().contains("CLIENT"));
			assertThat(caches.localLevelState()).isEqualTo(LocalLevelState.DOWN);
			assertThat(shop.get("k", (key) -> "other")).isEqualTo("v");
		}
	}

}
