// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ManyThreadsTests {

	private static final LuaScript<List<Object>> ECHO = LuaScript.list("test/echo", 1, 1);

	@Test
	void givesEachOfManyThreadsTheReplyToItsOwnCommandWhileScriptsAreForgotten() {
		try (RedisServer server = RedisServer.start(); CommandPort port = TestPorts.open(server)) {
			AtomicBoolean over = new AtomicBoolean();
			Thread forgetting = new Thread(() -> {
				while (!over.get()) {
					server.command("SCRIPT", "FLUSH");
				}
			});
			forgetting.start();
			Concurrently.repeat(32, 200, () -> assertEchoes(port));
			over.set(true);
		}
	}

	@Test
	void keepsWorkingAfterManyCommandsWereGivenUp() {
		try (RedisServer server = RedisServer.start(); CommandPort port = TestPorts.open(server)) {
			CommandPort impatient = port.withTimeout(Duration.ofMillis(300));
			assertEchoes(port);
			for (int round = 0; round < 3; round++) {
				server.pause();
				Concurrently.run(40, () -> assertThatExceptionOfType(RedisUnavailableException.class)
					.isThrownBy(() -> assertEchoes(impatient)));
				server.resume();
				Concurrently.repeat(40, 5, () -> assertEchoes(port));
			}
		}
	}

	private static void assertEchoes(CommandPort port) {
		String word = UUID.randomUUID().toString();
		List<Object> reply = port.eval(ECHO, new String[] { word }, Utf8.bytes(word));
		assertThat(Utf8.text(reply.get(1))).isEqualTo(word);
	}

}
