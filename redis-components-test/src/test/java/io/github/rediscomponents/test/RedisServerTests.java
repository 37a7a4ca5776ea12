// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for {@link RedisServer}.
 */
class RedisServerTests {

	@TempDir
	Path directory;

	@Test
	void servesAsSoonAsItIsStarted() {
		try (RedisServer server = RedisServer.start()) {
			assertThat(server.command("PING")).isEqualTo("PONG");
			assertThat(server.isRunning()).isTrue();
			assertThat(server.host()).isEqualTo("127.0.0.1");
			assertThat(server.uri()).isEqualTo("redis://127.0.0.1:" + server.port());
			assertThat(server.version()).matches("\\d+\\.\\d+\\.\\d+");
			assertThat(server).hasToString("redis-server " + server.version() + " at 127.0.0.1:" + server.port());
		}
	}

	@Test
	void keepsNothingOnDiskUnlessAsked() {
		try (RedisServer server = RedisServer.start()) {
			assertThat(server.command("CONFIG", "GET", "save")).isEqualTo(List.of("save", ""));
			assertThat(server.command("CONFIG", "GET", "appendonly")).isEqualTo(List.of("appendonly", "no"));
		}
	}

	@Test
	void returnsRepliesAsStringsAndLists() {
		try (RedisServer server = RedisServer.start()) {
			assertThat(server.command("SET", "k", "zwölf\r\n")).isEqualTo("OK");
			assertThat(server.command("GET", "k")).isEqualTo("zwölf\r\n");
			assertThat(server.command("GET", "none")).isNull();
			assertThat(server.command("RPUSH", "list", "a", "b")).isEqualTo("2");
			assertThat(server.command("LRANGE", "list", "0", "-1")).isEqualTo(List.of("a", "b"));
			assertThat(server.command("EVAL", "return {1, {'two', {}}}", "0"))
				.isEqualTo(List.of("1", List.of("two", List.of())));
			assertThatExceptionOfType(RedisReplyException.class).isThrownBy(() -> server.command("INCR", "list"))
				.withMessageStartingWith("WRONGTYPE");
		}
	}

	@Test
	void countsCommands() {
		try (RedisServer server = RedisServer.start()) {
			server.resetStats();
			server.command("SET", "k", "v");
			server.command("GET", "k");
			server.command("EVAL", "return redis.call('GET', KEYS[1])", "1", "k");
			assertThat(server.commandCalls()).isEqualTo(Map.of("set", 1L, "get", 2L, "eval", 1L));
			server.resetStats();
			assertThat(server.commandCalls()).isEmpty();
		}
	}

	@Test
	void answersNothingWhilePaused() {
		try (RedisServer server = RedisServer.start()) {
			server.pause();
			assertThat(server.isRunning()).isTrue();
			assertThatExceptionOfType(UncheckedIOException.class)
				.isThrownBy(() -> RespClient.send(server.host(), server.port(), Duration.ofMillis(300), "PING"));
			server.resume();
			assertThat(server.command("PING")).isEqualTo("PONG");
		}
	}

	@Test
	void losesUnsavedDataWhenKilledAndKeepsItsPort() {
		try (RedisServer server = RedisServer.start()) {
			server.command("SET", "k", "v");
			long pid = server.pid();
			int port = server.port();
			server.kill();
			assertThat(server.isRunning()).isFalse();
			assertThat(ProcessHandle.of(pid)).isEmpty();
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> server.command("PING"));
			server.restart();
			assertThat(server.port()).isEqualTo(port);
			assertThat(server.pid()).isNotEqualTo(pid);
			assertThat(server.command("GET", "k")).isNull();
		}
	}

	@Test
	void keepsAppendOnlyDataAcrossKillStopAndRestart() {
		try (RedisServer server = RedisServer.builder().setting("appendonly", "yes").start()) {
			server.command("SET", "k", "v");
			server.kill();
			server.restart();
			assertThat(server.command("GET", "k")).isEqualTo("v");
			server.stop();
			server.restart();
			assertThat(server.command("GET", "k")).isEqualTo("v");
			server.restart();
			assertThat(server.command("GET", "k")).isEqualTo("v");
		}
	}

	@Test
	void stopsAlsoWhilePaused() {
		try (RedisServer server = RedisServer.start()) {
			server.pause();
			server.stop();
			assertThat(server.isRunning()).isFalse();
			assertThatIllegalStateException().isThrownBy(server::pause).withMessageContaining("is not running");
			server.stop();
			server.kill();
		}
	}

	@Test
	void anInterruptDoesNotCutAnOrderlyEndShort() {
		try (RedisServer server = RedisServer.builder().setting("save", "3600 1").start()) {
			server.command("SET", "k", "v");
			whileInterrupted(server::stop);
			assertThat(ProcessHandle.of(server.pid())).isEmpty();
			server.restart();
			assertThat(server.command("GET", "k")).isEqualTo("v");
		}
	}

	@Test
	void anInterruptDoesNotKeepAServerFromBeingPausedAndClosed() {
		RedisServer server = RedisServer.builder().directory(this.directory).start();
		try {
			whileInterrupted(server::pause);
			assertThat(server.isRunning()).isTrue();
			assertThatExceptionOfType(UncheckedIOException.class)
				.isThrownBy(() -> RespClient.send(server.host(), server.port(), Duration.ofMillis(300), "PING"));
			whileInterrupted(server::close);
			assertThat(ProcessHandle.of(server.pid())).isEmpty();
		}
		finally {
			server.close();
		}
	}

	@Test
	void saysThatItsStartWasInterrupted() {
		whileInterrupted(() -> assertThatExceptionOfType(RedisStartException.class).isThrownBy(RedisServer::start)
			.withMessageContaining("did not serve before the thread was interrupted"));
	}

	private static void whileInterrupted(Runnable action) {
		Thread.currentThread().interrupt();
		try {
			action.run();
		}
		finally {
			assertThat(Thread.interrupted()).isTrue();
		}
	}

	@Test
	void keepsADirectoryOfItsOwn() {
		Path data = this.directory.resolve("with space");
		try (RedisServer server = RedisServer.builder().directory(data).setting("appendonly", "yes").start()) {
			server.command("SET", "k", "v");
		}
		assertThat(data).isNotEmptyDirectory();
		try (RedisServer server = RedisServer.builder().directory(data).setting("appendonly", "yes").start()) {
			assertThat(server.command("GET", "k")).isEqualTo("v");
		}
	}

	@Test
	void leavesNothingBehindWhenClosed() {
		RedisServer server = RedisServer.start();
		Path work = Path.of(((List<?>) server.command("CONFIG", "GET", "dir")).get(1).toString());
		assertThat(work).isDirectory();
		server.close();
		server.close();
		assertThat(work).doesNotExist();
		assertThat(ProcessHandle.of(server.pid())).isEmpty();
		assertThatIllegalStateException().isThrownBy(server::restart).withMessageContaining("is closed");
	}

	@Test
	void showsTheServersLogWhenItDoesNotStart() {
		RedisStartException ex = catchThrowableOfType(RedisStartException.class,
				() -> RedisServer.builder().setting("no-such-setting", "1").start());
		assertThat(ex.log()).contains("no-such-setting");
		assertThat(ex).hasMessageContaining("ended at once").hasMessageContaining("no-such-setting");
	}

	@Test
	void doesNotTakeAnotherServerForItself() {
		try (RedisServer other = RedisServer.start()) {
			assertThatExceptionOfType(RedisStartException.class)
				.isThrownBy(() -> RedisServer.builder().port(other.port()).start())
				.withMessageContaining("ddress already in use");
			assertThat(other.command("PING")).isEqualTo("PONG");
		}
	}

	@Test
	void rejectsSettingsThatAreNoSettings() {
		assertThatIllegalArgumentException().isThrownBy(() -> RedisServer.builder().setting("a", "b\nport 1"));
		assertThatIllegalArgumentException().isThrownBy(() -> RedisServer.builder().port(70_000));
	}

	@Test
	void noticesThatTheProcessEndedByItself() {
		try (RedisServer server = RedisServer.start()) {
			assertThatExceptionOfType(UncheckedIOException.class)
				.isThrownBy(() -> server.command("SHUTDOWN", "NOSAVE"));
			Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.untilAsserted(() -> assertThat(server.isRunning()).isFalse());
			server.restart();
			assertThat(Files.exists(Path.of("/proc/" + server.pid())) || server.isRunning()).isTrue();
		}
	}

	@Test
	void hasWithheldCommandsOnlyForTheTest() throws Exception {
		try (RedisServer managed = RedisServer.builder().withhold("info", "CONFIG").start()) {
			assertThat(managed.command("CONFIG", "GET", "appendonly")).isEqualTo(List.of("appendonly", "no"));
			assertThat(managed.commandCalls()).containsKey("ping");
			assertThatExceptionOfType(RedisReplyException.class)
				.isThrownBy(() -> RespClient.send(managed.host(), managed.port(), Duration.ofSeconds(30), "INFO"))
				.withMessageContaining("unknown command");
		}
	}

}
