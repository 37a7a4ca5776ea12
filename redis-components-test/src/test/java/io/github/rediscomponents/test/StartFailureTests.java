// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server that cannot be started says why, and holds nothing.
 */
class StartFailureTests {

	@TempDir
	private Path directory;

	@Test
	void saysThatThereIsNoShellAndHoldsNothing() throws Exception {
		Path temporary = Files.createDirectory(this.directory.resolve("temporary"));
		ProcessBuilder java = OtherJava.command(List.of("-Djava.io.tmpdir=" + temporary), WithoutShell.class,
				this.directory.resolve("data").toString());
		java.environment().put("PATH", Files.createDirectory(this.directory.resolve("empty")).toString());
		assertThat(OtherJava.run(java)).contains("RedisStartException: Could not start", "under sh", "data is free");
		try (Stream<Path> left = Files.list(temporary)) {
			assertThat(left).noneMatch((file) -> file.getFileName().toString().startsWith("redis-server-"));
		}
	}

	@Test
	void saysThatThereIsNoTemporaryDirectoryAndStartsWhenThereIsOneAgain() throws Exception {
		Path temporary = Files.createDirectory(this.directory.resolve("temporary"));
		ProcessBuilder java = OtherJava.command(List.of("-Djava.io.tmpdir=" + temporary),
				WithoutTemporaryDirectory.class, this.directory.resolve("data").toString(), temporary.toString());
		assertThat(OtherJava.run(java)).contains("RedisStartException: Could not create a temporary directory",
				"then started");
	}

	@Test
	void saysEachTimeThatThereIsNoEmbeddedServer() {
		try (ChildJvm jvm = ChildJvm.start(OnAnotherMachine.class)) {
			jvm.awaitLine((line) -> line.startsWith("first RedisStartException: There is no embedded redis-server"));
			jvm.awaitLine((line) -> line.startsWith("second RedisStartException: There is no embedded redis-server"));
			jvm.awaitLine((line) -> line.startsWith("third started"));
		}
	}

	@Test
	void saysThatAServerAsksForAPassword() {
		RedisServer.Builder server = RedisServer.builder().setting("requirepass", "secret");
		assertThat(attempt(server)).startsWith("RedisStartException").contains("NOAUTH");
	}

	private static String attempt(RedisServer.Builder builder) {
		try (RedisServer server = builder.start()) {
			return "started " + server;
		}
		catch (Throwable ex) {
			return ex.getClass().getSimpleName() + ": " + ex.getMessage();
		}
	}

	/** Starts a server without finding {@code sh}. */
	static final class WithoutShell {

		public static void main(String[] args) {
			Path data = Path.of(args[0]);
			System.out.println(attempt(RedisServer.builder().directory(data)));
			DirectoryLock.take(data).release();
			System.out.println("data is free");
		}

	}

	/** Starts a server while there is no temporary directory, and again. */
	static final class WithoutTemporaryDirectory {

		public static void main(String[] args) throws Exception {
			Path temporary = Path.of(args[1]);
			Path away = temporary.resolveSibling("away");
			RedisServer.Builder server = RedisServer.builder().directory(Path.of(args[0]));
			RedisBinary.configured();
			Files.move(temporary, away);
			System.out.println(attempt(server));
			Files.move(away, temporary);
			System.out.println("then " + attempt(server));
		}

	}

	/** Asks for the embedded server on a machine for which there is none. */
	static final class OnAnotherMachine {

		public static void main(String[] args) {
			System.clearProperty(RedisBinary.PROPERTY);
			String name = System.getProperty("os.name");
			System.setProperty("os.name", "AIX");
			System.out.println("first " + attempt(RedisServer.builder()));
			System.out.println("second " + attempt(RedisServer.builder()));
			System.setProperty("os.name", name);
			System.out.println("third " + attempt(RedisServer.builder()));
		}

	}

}
