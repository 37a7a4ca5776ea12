// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.rediscomponents.test.FreePorts;

import static org.awaitility.Awaitility.await;

/**
 * A database server of the system's packages, on a free port with an empty directory of
 * its own, ended with this JVM.
 */
final class DatabaseServer implements TestDatabase {

	private static final Duration PATIENCE = Duration.ofSeconds(90);

	private final Path directory;

	private final Process process;

	private final String url;

	private final Thread killer;

	private DatabaseServer(Path directory, Process process, String url) {
		this.directory = directory;
		this.process = process;
		this.url = url;
		this.killer = new Thread(process::destroy);
		Runtime.getRuntime().addShutdownHook(this.killer);
	}

	/**
	 * Starts MariaDB.
	 * @return the server, or empty where none is installed
	 */
	static Optional<TestDatabase> mariaDb() throws IOException {
		Optional<Path> server = find("mariadbd");
		Optional<Path> installer = find("mariadb-install-db");
		if (server.isEmpty() || installer.isEmpty()) {
			return Optional.empty();
		}
		Path directory = Files.createTempDirectory("mariadb");
		String data = "--datadir=" + directory.resolve("data");
		String user = "--user=" + System.getProperty("user.name");
		install(directory, List.of(installer.get().toString(), "--no-defaults", data,
				"--auth-root-authentication-method=normal", user));
		int port = FreePorts.next();
		Process process = run(directory,
				List.of(server.get().toString(), "--no-defaults", data, "--bind-address=127.0.0.1", "--port=" + port,
						"--socket=" + directory.resolve("socket"), "--pid-file=" + directory.resolve("pid"), user));
		return Optional
			.of(ready(new DatabaseServer(directory, process, "jdbc:mariadb://127.0.0.1:" + port + "/test?user=root")));
	}

	/**
	 * Starts PostgreSQL, which refuses to run as root and then runs as its own user.
	 * @return the server, or empty where none is installed
	 */
	static Optional<TestDatabase> postgreSql() throws IOException {
		Optional<Path> server = find("postgres");
		Optional<Path> installer = find("initdb");
		boolean root = System.getProperty("user.name").equals("root");
		Optional<Path> as = find("setpriv");
		if (server.isEmpty() || installer.isEmpty() || (root && as.isEmpty())) {
			return Optional.empty();
		}
		Path directory = Files.createTempDirectory("postgres");
		List<String> prefix = new ArrayList<>();
		if (root) {
			Files.setOwner(directory,
					directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("postgres"));
			prefix.addAll(List.of(as.orElseThrow().toString(), "--reuid=postgres", "--clear-groups"));
		}
		Path data = directory.resolve("data");
		install(directory, with(prefix, installer.get().toString(), "-D", data.toString(), "-U", "test", "-A", "trust",
				"-E", "UTF8", "--locale=C"));
		int port = FreePorts.next();
		Process process = run(directory, with(prefix, server.get().toString(), "-D", data.toString(), "-p",
				String.valueOf(port), "-h", "127.0.0.1", "-k", directory.toString(), "-F"));
		return Optional.of(ready(
				new DatabaseServer(directory, process, "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=test")));
	}

	private static List<String> with(List<String> prefix, String... command) {
		List<String> all = new ArrayList<>(prefix);
		all.addAll(List.of(command));
		return all;
	}

	private static DatabaseServer ready(DatabaseServer database) {
		await().atMost(PATIENCE).ignoreExceptions().until(() -> {
			database.connect().close();
			return true;
		});
		return database;
	}

	private static void install(Path directory, List<String> command) throws IOException {
		Process installation = run(directory, command);
		try {
			if (!installation.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || installation.exitValue() != 0) {
				throw new IllegalStateException(command + " failed:\n" + Files.readString(log(directory)));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private static Process run(Path directory, List<String> command) throws IOException {
		return new ProcessBuilder(command).directory(directory.toFile())
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(log(directory).toFile()))
			.start();
	}

	private static Path log(Path directory) {
		return directory.resolve("log");
	}

	private static Optional<Path> find(String name) {
		List<String> folders = Arrays.asList(System.getenv().getOrDefault("PATH", "").split(":"));
		return Stream.concat(folders.stream(), Stream.of("/usr/sbin", "/usr/bin", "/usr/local/bin"))
			.map((folder) -> Path.of(folder, name))
			.filter(Files::isExecutable)
			.findFirst();
	}

	@Override
	public Connection connect() throws SQLException {
		return DriverManager.getConnection(this.url);
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
		try {
			this.process.waitFor();
			Runtime.getRuntime().removeShutdownHook(this.killer);
			try (Stream<Path> files = Files.walk(this.directory)) {
				for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
					Files.deleteIfExists(file);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
