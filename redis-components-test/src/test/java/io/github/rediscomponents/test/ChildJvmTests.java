// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ChildJvm}.
 */
class ChildJvmTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	@Test
	void talksWithItsParentAndReturnsItsExitCode() {
		try (ChildJvm jvm = ChildJvm.start(Echo.class, "a b", "c")) {
			assertThat(jvm.awaitLine((line) -> line.startsWith("args"), PATIENCE)).isEqualTo("args a b,c");
			jvm.send("grüße");
			jvm.awaitLine("echo grüße"::equals, PATIENCE);
			jvm.send("exit");
			assertThat(jvm.waitFor(PATIENCE)).isEqualTo(7);
			assertThat(jvm.lines()).containsExactly("args a b,c", "echo grüße", "to stderr");
			assertThat(jvm.output()).isEqualTo("args a b,c\necho grüße\nto stderr");
			assertThat(jvm.isRunning()).isFalse();
		}
	}

	@Test
	void isKilled() {
		try (ChildJvm jvm = ChildJvm.start(Echo.class)) {
			jvm.awaitLine("args "::equals, PATIENCE);
			jvm.kill();
			assertThat(ProcessHandle.of(jvm.pid())).isEmpty();
			assertThat(jvm.waitFor(PATIENCE)).isEqualTo(137);
			assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> jvm.awaitLine("never"::equals, PATIENCE))
				.withMessageContaining("which has ended")
				.withMessageContaining("args ");
		}
	}

	@Test
	void readsAllThatAKilledJvmWrote(@TempDir Path directory) {
		Path written = directory.resolve("written");
		try (ChildJvm jvm = ChildJvm.start(Talker.class, written.toString())) {
			Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(written));
			jvm.kill();
			assertThat(jvm.lines()).hasSize(Talker.LINES).endsWith("line " + Talker.LINES);
		}
	}

	@Test
	void isKilledByAnInterruptedThread(@TempDir Path directory) {
		Path written = directory.resolve("written");
		try (ChildJvm jvm = ChildJvm.start(Talker.class, written.toString())) {
			Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(written));
			Thread.currentThread().interrupt();
			try {
				jvm.kill();
			}
			finally {
				assertThat(Thread.interrupted()).isTrue();
			}
			assertThat(jvm.lines()).hasSize(Talker.LINES);
		}
	}

	@Test
	void saysThatTheWaitForALineWasInterrupted() {
		try (ChildJvm jvm = ChildJvm.start(Echo.class)) {
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> jvm.awaitLine("never"::equals))
				.withMessageStartingWith("No such line before the thread was interrupted");
			assertThat(Thread.interrupted()).isTrue();
		}
	}

	/**
	 * Which takes a few seconds; copying what is read already with each line took
	 * minutes.
	 */
	@Test
	void readsAFloodOfLines() {
		try (ChildJvm jvm = ChildJvm.start(Flood.class)) {
			assertThat(jvm.waitFor(PATIENCE)).isZero();
			assertThat(jvm.lines()).hasSize(Flood.LINES).endsWith("line " + Flood.LINES);
		}
	}

	@Test
	void seesThatThereIsInputWithoutReadingIt() {
		try (ChildJvm jvm = ChildJvm.start(Poller.class)) {
			jvm.awaitLine("polling"::equals);
			jvm.send("x");
			jvm.awaitLine("read x"::equals);
		}
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void talksInEveryLocale() throws Exception {
		ProcessBuilder java = OtherJava.command(List.of(), Caller.class);
		java.environment().put("LC_ALL", "C");
		assertThat(OtherJava.run(java)).contains("understood true");
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void leavesNoGuardWhenItWasPausedTwice() {
		try (ChildJvm jvm = ChildJvm.start(Echo.class)) {
			jvm.pause();
			jvm.pause();
			assertThat(guards(jvm)).isOne();
			jvm.resume();
			Awaitility.await().atMost(PATIENCE).until(() -> guards(jvm) == 0);
		}
	}

	private static long guards(ChildJvm jvm) {
		return ProcessHandle.current()
			.children()
			.filter((child) -> child.info().commandLine().orElse("").endsWith("kill -9 " + jvm.pid()))
			.count();
	}

	@Test
	void failsWhenALineOrTheEndDoesNotCome() {
		try (ChildJvm jvm = ChildJvm.start(Echo.class)) {
			jvm.awaitLine("args "::equals, PATIENCE);
			assertThatExceptionOfType(AssertionError.class)
				.isThrownBy(() -> jvm.awaitLine("never"::equals, Duration.ofMillis(50)));
			assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> jvm.waitFor(Duration.ofMillis(50)));
		}
	}

	@Test
	void doesNothingWhilePaused() {
		try (ChildJvm jvm = ChildJvm.start(Echo.class)) {
			jvm.awaitLine("args "::equals, PATIENCE);
			jvm.pause();
			jvm.send("x");
			assertThatExceptionOfType(AssertionError.class)
				.isThrownBy(() -> jvm.awaitLine("echo x"::equals, Duration.ofMillis(300)));
			jvm.resume();
			jvm.awaitLine("echo x"::equals, PATIENCE);
		}
	}

	@Test
	void endsWithItsParentAlsoWhilePaused() {
		try (ChildJvm parent = ChildJvm.start(Parent.class)) {
			String[] pids = parent.awaitLine((line) -> line.startsWith("children "), PATIENCE).split(" ");
			parent.kill();
			Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
				assertThat(ProcessHandle.of(Long.parseLong(pids[1]))).isEmpty();
				assertThat(ProcessHandle.of(Long.parseLong(pids[2]))).isEmpty();
			});
		}
	}

	@Test
	void reportsAFailureOfItsMain() {
		try (ChildJvm jvm = ChildJvm.start(Failing.class)) {
			assertThat(jvm.waitFor(PATIENCE)).isEqualTo(1);
			assertThat(jvm.output()).contains("IllegalStateException: as expected");
		}
	}

	/**
	 * Repeats its input.
	 */
	static final class Echo {

		private Echo() {
		}

		public static void main(String[] args) throws Exception {
			System.out.println("args " + String.join(",", args));
			BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
			for (String line = in.readLine(); !"exit".equals(line); line = in.readLine()) {
				System.out.println("echo " + line);
			}
			System.err.println("to stderr");
			System.exit(7);
		}

	}

	/**
	 * Writes faster than its parent reads, creates a file, and does not end.
	 */
	static final class Talker {

		static final int LINES = 20_000;

		private Talker() {
		}

		public static void main(String[] args) throws Exception {
			for (int i = 1; i <= LINES; i++) {
				System.out.println("line " + i);
			}
			Files.createFile(Path.of(args[0]));
			Thread.currentThread().join();
		}

	}

	/**
	 * Writes very much.
	 */
	static final class Flood {

		static final int LINES = 500_000;

		private Flood() {
		}

		public static void main(String[] args) {
			StringBuilder text = new StringBuilder();
			for (int i = 1; i <= LINES; i++) {
				text.append("line ").append(i).append('\n');
			}
			System.out.print(text);
			System.out.flush();
		}

	}

	/**
	 * Reads only when there is something to read.
	 */
	static final class Poller {

		private Poller() {
		}

		public static void main(String[] args) throws Exception {
			System.out.println("polling");
			while (System.in.available() == 0) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
			}
			System.out.println("read " + (char) System.in.read());
		}

	}

	/**
	 * Talks with a child of its own beyond ASCII.
	 */
	static final class Caller {

		private Caller() {
		}

		public static void main(String[] args) {
			try (ChildJvm child = ChildJvm.start(Echo.class)) {
				child.send("gr\u00fc\u00dfe");
				String reply = child.awaitLine((line) -> line.startsWith("echo "), PATIENCE);
				System.out.println("understood " + reply.equals("echo gr\u00fc\u00dfe"));
			}
		}

	}

	/**
	 * Has children of its own.
	 */
	static final class Parent {

		private Parent() {
		}

		public static void main(String[] args) throws Exception {
			ChildJvm running = ChildJvm.start(Echo.class);
			ChildJvm paused = ChildJvm.start(Echo.class);
			running.awaitLine("args "::equals, PATIENCE);
			paused.awaitLine("args "::equals, PATIENCE);
			paused.pause();
			System.out.println("children " + running.pid() + " " + paused.pid());
			Thread.currentThread().join();
		}

	}

	/**
	 * Fails.
	 */
	static final class Failing {

		private Failing() {
		}

		public static void main(String[] args) {
			throw new IllegalStateException("as expected");
		}

	}

}
