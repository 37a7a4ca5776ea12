// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * A server never outlives the JVM that started it.
 */
class ServerLifetimeTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	@ParameterizedTest
	@ValueSource(strings = { "kill", "halt", "exit", "return" })
	void endsWithItsJvmHoweverThatEnds(String end) {
		try (ChildJvm jvm = ChildJvm.start(ServerOwner.class, "running")) {
			Started server = Started.from(jvm);
			assertThat(RespClient.send("127.0.0.1", server.port, PATIENCE, "PING")).isEqualTo("PONG");
			if (end.equals("kill")) {
				jvm.kill();
			}
			else {
				jvm.send(end);
			}
			server.assertGone();
		}
	}

	@Test
	void endsWithItsJvmAlsoWhilePaused() {
		try (ChildJvm jvm = ChildJvm.start(ServerOwner.class, "paused")) {
			Started server = Started.from(jvm);
			jvm.kill();
			server.assertGone();
		}
	}

	/** As {@code timeout}, an IDE and a CI server end what they have started. */
	@Test
	@EnabledOnOs(OS.LINUX)
	void endsWithItsJvmWhenTheWholeProcessGroupIsTerminated() throws Exception {
		ProcessBuilder java = OtherJava.command(List.of(), ServerOwner.class, "running");
		java.command().add(0, "setsid");
		Process jvm = java.start();
		try (BufferedReader output = jvm.inputReader()) {
			Started server = Started.from(output.lines().filter(Started::isOne).findFirst().orElseThrow());
			try {
				assertThat(new ProcessBuilder("kill", "-TERM", "--", "-" + jvm.pid()).start().waitFor()).isZero();
				server.assertGone();
			}
			finally {
				ProcessHandle.of(server.pid).ifPresent(ProcessHandle::destroyForcibly);
			}
		}
		finally {
			jvm.destroyForcibly();
		}
	}

	@Test
	void leavesNoDirectoryWhenItsJvmEndsAfterIt() {
		try (ChildJvm jvm = ChildJvm.start(ServerOwner.class, "killed")) {
			Started server = Started.from(jvm);
			assertThat(server.directory).isDirectory();
			jvm.send("exit");
			server.assertGone();
		}
	}

	@Test
	void allServersEndWithTheirJvmWhenTheyAreMany() {
		try (ChildJvm jvm = ChildJvm.start(SentinelOwner.class)) {
			String[] line = jvm.awaitLine((text) -> text.startsWith("started "), PATIENCE).split(" ");
			jvm.kill();
			assertThat(line).hasSize(1 + 6);
			Awaitility.await()
				.atMost(PATIENCE)
				.untilAsserted(() -> assertThat(Stream.of(line).skip(1))
					.allSatisfy((pid) -> assertThat(ProcessHandle.of(Long.parseLong(pid))).isEmpty()));
		}
	}

	/**
	 * A server of a child JVM.
	 *
	 * @param pid its process
	 * @param port where it listens
	 * @param directory where it works
	 */
	private record Started(long pid, int port, Path directory) {

		static Started from(ChildJvm jvm) {
			return from(jvm.awaitLine(Started::isOne, PATIENCE));
		}

		static boolean isOne(String line) {
			return line.startsWith("started ");
		}

		static Started from(String text) {
			String[] line = text.split(" ");
			return new Started(Long.parseLong(line[1]), Integer.parseInt(line[2]), Path.of(line[3]));
		}

		void assertGone() {
			Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
				assertThat(ProcessHandle.of(this.pid)).isEmpty();
				assertThatException()
					.isThrownBy(() -> RespClient.send("127.0.0.1", this.port, Duration.ofSeconds(1), "PING"));
				assertThat(this.directory).doesNotExist();
			});
		}

	}

	/**
	 * Starts a server, and ends on command without closing it.
	 */
	static final class ServerOwner {

		private ServerOwner() {
		}

		public static void main(String[] args) throws Exception {
			RedisServer server = RedisServer.start();
			Object directory = ((List<?>) server.command("CONFIG", "GET", "dir")).get(1);
			if (args[0].equals("paused")) {
				server.pause();
			}
			else if (args[0].equals("killed")) {
				server.kill();
				assertThat(Files.exists(Path.of(directory.toString()))).isTrue();
			}
			System.out.println("started " + server.pid() + " " + server.port() + " " + directory);
			StringBuilder command = new StringBuilder();
			for (int c = System.in.read(); c != '\n'; c = System.in.read()) {
				command.append((char) c);
			}
			switch (command.toString()) {
				case "halt" -> Runtime.getRuntime().halt(3);
				case "exit" -> System.exit(0);
				default -> System.out.println("returning");
			}
		}

	}

	/**
	 * Starts a master, replicas and Sentinels.
	 */
	static final class SentinelOwner {

		private SentinelOwner() {
		}

		public static void main(String[] args) throws Exception {
			RedisSentinel redis = RedisSentinel.start();
			System.out.println(Stream.concat(redis.nodes().stream(), redis.sentinels().stream())
				.map((server) -> String.valueOf(server.pid()))
				.collect(Collectors.joining(" ", "started ", "")));
			System.in.read();
		}

	}

}
