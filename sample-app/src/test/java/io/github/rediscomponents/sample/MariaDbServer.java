// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.rediscomponents.test.FreePorts;
import org.springframework.util.FileSystemUtils;

import static org.awaitility.Awaitility.await;

/**
 * A MariaDB server of the system's packages, on a free port with an empty database of its
 * own.
 */
final class MariaDbServer implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(90);

	private final Path directory;

	private volatile Process process;

	private final int port;

	private final Thread killer;

	private MariaDbServer(Path directory, Process process, int port) {
		this.directory = directory;
		this.process = process;
		this.port = port;
		this.killer = new Thread(this::kill);
		Runtime.getRuntime().addShutdownHook(this.killer);
	}

	/**
	 * Starts a server.
	 * @return the server, or empty where none is installed
	 */
	static Optional<MariaDbServer> start() {
		Optional<Path> server = find("mariadbd");
		Optional<Path> installer = find("mariadb-install-db");
		if (server.isEmpty() || installer.isEmpty()) {
			return Optional.empty();
		}
		try {
			return Optional.of(start(server.get(), installer.get()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static MariaDbServer start(Path server, Path installer) throws IOException {
		Path directory = Files.createTempDirectory("mariadb");
		Process installation = run(directory, installer.toString(), "--no-defaults",
				"--datadir=" + directory.resolve("data"), "--auth-root-authentication-method=normal", "--skip-test-db",
				user());
		try {
			if (!installation.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || installation.exitValue() != 0) {
				throw new IllegalStateException(
						"mariadb-install-db failed:\n" + Files.readString(directory.resolve("log")));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
		int port = FreePorts.next();
		MariaDbServer running = new MariaDbServer(directory, launch(server, directory, port), port);
		running.awaitReady();
		return running;
	}

	private static Process launch(Path server, Path directory, int port) throws IOException {
		return run(directory, server.toString(), "--no-defaults", "--datadir=" + directory.resolve("data"),
				"--bind-address=127.0.0.1", "--port=" + port, "--socket=" + directory.resolve("socket"),
				"--pid-file=" + directory.resolve("pid"), "--innodb-flush-log-at-trx-commit=2", user());
	}

	private static String user() {
		return "--user=" + System.getProperty("user.name");
	}

	private void awaitReady() {
		await().atMost(PATIENCE).ignoreExceptions().until(() -> {
			createDatabase("ready");
			return true;
		});
	}

	private static Process run(Path directory, String... command) throws IOException {
		return new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
			.start();
	}

	private static Optional<Path> find(String name) {
		List<String> folders = Arrays.asList(System.getenv().getOrDefault("PATH", "").split(":"));
		return Stream.concat(folders.stream(), Stream.of("/usr/sbin", "/usr/bin", "/usr/local/bin"))
			.map((folder) -> Path.of(folder, name))
			.filter(Files::isExecutable)
			.findFirst();
	}

	void createDatabase(String name) throws SQLException {
		try (Connection connection = DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + this.port + "/", "root",
				""); Statement statement = connection.createStatement()) {
			statement.execute("CREATE DATABASE IF NOT EXISTS " + name + " CHARACTER SET latin1");
		}
	}

	int port() {
		return this.port;
	}

	/** Ends the server by SIGKILL, and returns when it is gone. */
	void crash() {
		kill();
		waitForEnd();
	}

	/** Starts the server again on its port and data, and returns when it answers. */
	void restart() {
		try {
			this.process = launch(find("mariadbd").orElseThrow(), this.directory, this.port);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		awaitReady();
	}

	private void waitForEnd() {
		try {
			this.process.waitFor();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private void kill() {
		this.process.destroyForcibly();
	}

	@Override
	public void close() {
		crash();
		try {
			Runtime.getRuntime().removeShutdownHook(this.killer);
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
