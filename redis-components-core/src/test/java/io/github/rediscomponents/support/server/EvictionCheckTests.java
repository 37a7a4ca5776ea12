// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The warning about a server that may evict keys.
 */
class EvictionCheckTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	@ParameterizedTest
	@CsvSource({ "+@all", "+@all -info", "+@all -info -config" })
	void warnsOnceWhereTheServerMayEvictKeysAndTheUserMayAsk(String rights) {
		try (RedisServer server = server("100mb", "allkeys-lru"); CapturedLog log = log()) {
			server.command(("ACL SETUSER app on >secret ~* &* " + rights).split(" "));
			try (CommandPort port = TestPorts.open(server.uri().replace("redis://", "redis://app:secret@"), PATIENCE)) {
				assertThat(ping(port)).isEqualTo("PONG");
				port.disconnect();
				assertThat(ping(port)).isEqualTo("PONG");
				if (rights.contains("config")) {
					await().atMost(PATIENCE).until(() -> refusals(server) >= 2);
					assertThat(log.lines()).isEmpty();
				}
				else {
					await().atMost(PATIENCE).until(() -> !log.lines().isEmpty());
					assertThat(log.lines()).hasSize(1)
						.allMatch((line) -> line.startsWith("WARN") && line.contains("allkeys-lru")
								&& line.contains("noeviction"));
				}
			}
		}
	}

	@Test
	void asksAgainWhenTheConnectionWasLostBeforeTheAnswer() {
		try (RedisServer server = server("100mb", "allkeys-lru");
				CapturedLog log = log();
				CommandPort port = TestPorts.open(server.uri(), PATIENCE)) {
			EvictionCheck check = new EvictionCheck(ServerUse.ANY);
			assertThat(ping(port)).isEqualTo("PONG");
			await().atMost(PATIENCE).until(() -> !log.lines().isEmpty());
			server.pause();
			try {
				port.withTimeout(Duration.ofMillis(100)).callAsync((commands) -> {
					check.connected(commands);
					return commands.ping();
				});
				port.disconnect();
			}
			finally {
				server.resume();
			}
			assertThat(log.lines()).hasSize(1);
			port.call((commands) -> {
				check.connected(commands);
				return commands.ping();
			});
			await().atMost(PATIENCE).until(() -> log.lines().size() == 2);
		}
	}

	@Test
	void saysNothingWhereNothingIsEvicted() {
		for (List<String> settings : List.of(List.of("100mb", "noeviction"), List.of("0", "allkeys-lru"))) {
			try (RedisServer server = server(settings.get(0), settings.get(1));
					CapturedLog log = log();
					CommandPort port = TestPorts.open(server.uri(), PATIENCE)) {
				assertThat(ping(port)).isEqualTo("PONG");
				EvictionCheck check = new EvictionCheck(ServerUse.ANY);
				// Replies come in the order of the commands.
				String pong = port.call((commands) -> {
					check.connected(commands);
					return commands.ping();
				});
				assertThat(pong).isEqualTo("PONG");
				assertThat(log.lines()).isEmpty();
			}
		}
	}

	private static String ping(CommandPort port) {
		String pong = port.call((commands) -> commands.ping());
		return pong;
	}

	private static int refusals(RedisServer server) {
		return ((List<?>) server.command("ACL", "LOG")).size();
	}

	private static RedisServer server(String memory, String policy) {
		return RedisServer.builder().setting("maxmemory", memory).setting("maxmemory-policy", policy).start();
	}

	private static CapturedLog log() {
		return CapturedLog.of(EvictionCheck.class.getName());
	}

}
