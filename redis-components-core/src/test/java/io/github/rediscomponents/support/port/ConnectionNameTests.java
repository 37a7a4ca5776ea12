// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.link.ConnectionName;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.test.RedisBinary;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * What CLIENT LIST shows of the connections of the components.
 */
@Timeout(300)
class ConnectionNameTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final LuaScript<Long> ADD = LuaScript.integer("test/add", 1, 0);

	private static final Set<String> EACH = Set.of("commands", "pubsub", "reader", "replicated", "tracking");

	private final RedisServer server = RedisServer.start();

	private final Background background = new Background();

	@AfterEach
	void close() {
		this.background.close();
		this.server.close();
	}

	@Test
	void eachConnectionTellsItsUseBehindTheNameOfTheApplicationAlsoAfterAReconnect() {
		RedisURI uri = RedisURI.create(this.server.uri());
		uri.setClientName("shop");
		RedisClient client = RedisClient.create(uri);
		try (StatefulRedisConnection<String, String> own = client.connect(); CommandPort port = port(client)) {
			useAll(port);
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(names()).containsAll(names("shop:")));
			this.server.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
			this.server.command("CLIENT", "KILL", "TYPE", "pubsub", "SKIPME", "yes");
			await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
				useAll(port);
				assertThat(names()).containsAll(names("shop:"));
			});
			// That of the application keeps its own.
			assertThat(own.sync().clientGetname()).isEqualTo("shop");
		}
		finally {
			client.shutdown();
		}
	}

	@Test
	void connectionsOfAnApplicationWithoutANameTellTheirUse() {
		RedisClient client = RedisClient.create(this.server.uri());
		try (CommandPort port = port(client)) {
			useAll(port);
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(names()).containsAll(names("")));
		}
		finally {
			client.shutdown();
		}
	}

	@Test
	void aUserThatMayNotNameItsConnectionsUsesThem() {
		this.server.command("ACL", "SETUSER", "app", "on", ">secret", "~*", "&*", "+@all", "-client");
		RedisClient client = RedisClient.create(this.server.uri().replace("redis://", "redis://app:secret@"));
		try (CommandPort port = port(client)) {
			assertThat(port.eval(ADD, new String[] { "{k}" })).isEqualTo(1);
			assertThat(names()).noneMatch((name) -> name.contains("redis-components"));
		}
		finally {
			client.shutdown();
		}
	}

	@Test
	void theLibraryOfEachConnectionIsTheComponentsWhereTheServerHasIt() {
		assumeThat(RedisBinary.found()).as("servers of 7.2 and newer").isNotEmpty();
		for (RedisBinary binary : RedisBinary.found()) {
			try (RedisServer newer = RedisServer.builder().binary(binary).start()) {
				RedisClient client = RedisClient.create(newer.uri());
				try (StatefulRedisConnection<String, String> own = client.connect(); CommandPort port = port(client)) {
					useAll(port);
					await().atMost(PATIENCE)
						.untilAsserted(
								() -> assertThat(ofComponents(newer)).as(binary.product()).containsAll(names("")));
					newer.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
					newer.command("CLIENT", "KILL", "TYPE", "pubsub", "SKIPME", "yes");
					await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
						useAll(port);
						assertThat(ofComponents(newer)).as(binary.product()).containsAll(names(""));
					});
					// That of the application keeps its own.
					assertThat(own.sync().clientInfo()).contains(" lib-name=Lettuce ");
				}
				finally {
					client.shutdown();
				}
			}
		}
	}

	@Test
	void aUserThatMayNotNameItsLibraryNamesItsConnections() {
		assumeThat(RedisBinary.found()).as("servers of 7.2 and newer").isNotEmpty();
		for (RedisBinary binary : RedisBinary.found()) {
			try (RedisServer newer = RedisServer.builder().binary(binary).start()) {
				newer.command("ACL", "SETUSER", "app", "on", ">secret", "~*", "&*", "+@all", "-client|setinfo");
				RedisClient client = RedisClient.create(newer.uri().replace("redis://", "redis://app:secret@"));
				try (CommandPort port = port(client)) {
					useAll(port);
					await().atMost(PATIENCE)
						.untilAsserted(() -> assertThat(names(newer)).as(binary.product()).containsAll(names("")));
					assertThat(ofComponents(newer)).isEmpty();
				}
				finally {
					client.shutdown();
				}
			}
		}
	}

	@Test
	void theVersionFollowsTheNameOfTheLibrary() {
		assertThat(ConnectionName.library("1.2.3")).isEqualTo("Lettuce(redis-components_v1.2.3)");
		assertThat(ConnectionName.library(null)).isEqualTo("Lettuce(redis-components)");
	}

	/** The names of connections whose library is the components. */
	private static Set<String> ofComponents(RedisServer of) {
		return connections(of).filter((line) -> line.contains(" lib-name=Lettuce(redis-components"))
			.map(ConnectionNameTests::name)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private CommandPort port(RedisClient client) {
		return CommandPort.open(RedisConnector.of(() -> client), this.background, Duration.ofSeconds(20));
	}

	private static void useAll(CommandPort port) {
		port.eval(ADD, new String[] { "{k}" });
		port.evalReplicated(ADD, new String[] { "{k}" }, 1, Duration.ofMillis(1));
		port.subscribe("news", (message) -> {
		});
		StreamReads reads = port.streamReads();
		reads.read("g", "c", 1, List.of("s"), List.of("s:paused"), false)
			.exceptionally((noGroup) -> new StreamReply(List.of(), -1))
			.toCompletableFuture()
			.join();
		port.tracking(new SilentTracking()).track(Set.of("k"));
	}

	private static Set<String> names(String beginning) {
		Set<String> names = new TreeSet<>();
		EACH.forEach((use) -> names.add(beginning + "redis-components:" + use));
		return names;
	}

	private Set<String> names() {
		return names(this.server);
	}

	private static Set<String> names(RedisServer of) {
		return connections(of).map(ConnectionNameTests::name).collect(Collectors.toCollection(TreeSet::new));
	}

	private static Stream<String> connections(RedisServer of) {
		return String.valueOf(of.command("CLIENT", "LIST")).lines();
	}

	private static String name(String line) {
		return line.replaceFirst(".* name=(\\S*) .*", "$1");
	}

}
