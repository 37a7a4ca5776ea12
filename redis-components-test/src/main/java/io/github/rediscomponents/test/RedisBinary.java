// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A redis-server executable, or a valkey-server.
 *
 * <p>
 * The system property {@value #PROPERTY} selects the executable of the tests: absent or
 * empty for that of the embedded-redis library, {@code PATH} for the installed one,
 * otherwise the file to run.
 *
 * <p>
 * The system property {@value #DIRECTORY_PROPERTY}, or else the environment variable
 * {@value #DIRECTORY_VARIABLE}, names a directory with further executables, for tests
 * that run on several servers.
 *
 * @since 1.0.0
 */
public final class RedisBinary {

	/**
	 * The system property that selects the redis-server of {@link #configured()}.
	 */
	public static final String PROPERTY = "redis-components.test.server";

	/**
	 * The system property that names the directory of {@link #found()}.
	 */
	public static final String DIRECTORY_PROPERTY = "redis-components.test.servers";

	/**
	 * The environment variable that names the directory of {@link #found()} where the
	 * system property {@value #DIRECTORY_PROPERTY} is absent or empty.
	 */
	public static final String DIRECTORY_VARIABLE = "REDIS_COMPONENTS_TEST_SERVERS";

	/**
	 * The advice for a machine without a usable executable.
	 */
	static final String ADVICE = "Install redis-server 6.2 or newer and set the system property " + PROPERTY
			+ " to PATH or to the file.";

	/** For example {@code Redis server v=6.2.11 sha=...}. */
	private static final Pattern VERSION = Pattern.compile("^(\\w+) server v=(\\S+)");

	private static final List<String> NAMES = List.of("redis-server", "valkey-server");

	private final Path path;

	private RedisBinary(Path path) {
		this.path = path;
	}

	/**
	 * Returns the executable of the embedded-redis library (Redis 6.2), copied once per
	 * user into a directory below {@code java.io.tmpdir}.
	 * @return the executable
	 * @throws RedisStartException if there is none for this machine; the message names
	 * the remedy
	 */
	public static RedisBinary embedded() {
		return new RedisBinary(EmbeddedBinaries.extracted());
	}

	/**
	 * Returns a given executable.
	 * @param path the file
	 * @return the executable
	 * @throws RedisStartException if it does not exist or is not executable
	 */
	public static RedisBinary ofPath(Path path) {
		if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
			throw new RedisStartException(path + " is not an executable file. " + ADVICE);
		}
		return new RedisBinary(path.toAbsolutePath());
	}

	/**
	 * Returns the first {@code redis-server} in the directories of the environment
	 * variable {@code PATH}.
	 * @return the executable
	 * @throws RedisStartException if there is none
	 */
	public static RedisBinary onPath() {
		String directories = Optional.ofNullable(System.getenv("PATH")).orElse("");
		for (String directory : directories.split(File.pathSeparator)) {
			Path candidate = Path.of(directory, "redis-server");
			if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
				return new RedisBinary(candidate.toAbsolutePath());
			}
		}
		throw new RedisStartException("There is no redis-server on the PATH (" + directories + "). " + ADVICE);
	}

	/**
	 * Returns the executable that the system property {@value #PROPERTY} selects.
	 * @return the executable
	 * @throws RedisStartException if it does not exist or cannot be used
	 */
	public static RedisBinary configured() {
		String configured = System.getProperty(PROPERTY, "").trim();
		if (configured.isEmpty()) {
			return embedded();
		}
		return configured.equals("PATH") ? onPath() : ofPath(Path.of(configured));
	}

	/**
	 * Returns the executables named {@code redis-server} and {@code valkey-server} in the
	 * directory that the system property {@value #DIRECTORY_PROPERTY} or the environment
	 * variable {@value #DIRECTORY_VARIABLE} names, and in the directories in it.
	 * @return the executables in the order of their paths; none if no directory is named
	 * @throws RedisStartException if the name is not that of a directory
	 */
	public static List<RedisBinary> found() {
		String named = System.getProperty(DIRECTORY_PROPERTY, "").trim();
		if (named.isEmpty()) {
			named = Optional.ofNullable(System.getenv(DIRECTORY_VARIABLE)).orElse("").trim();
		}
		return named.isEmpty() ? List.of() : in(Path.of(named));
	}

	private static List<RedisBinary> in(Path directory) {
		if (!Files.isDirectory(directory)) {
			throw new RedisStartException(directory + " is not a directory. The system property " + DIRECTORY_PROPERTY
					+ " and the environment variable " + DIRECTORY_VARIABLE + " name a directory with servers.");
		}
		try (Stream<Path> files = Files.walk(directory, 2)) {
			return files.filter((file) -> NAMES.contains(file.getFileName().toString()))
				.filter((file) -> Files.isRegularFile(file) && Files.isExecutable(file))
				.sorted()
				.map(RedisBinary::ofPath)
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not read " + directory, ex);
		}
	}

	/**
	 * Returns which server this is, by running it with {@code --version}.
	 * @return for example {@code Redis 6.2.11} or {@code Valkey 9.1.2}
	 * @throws RedisStartException if it does not run on this machine
	 */
	public String product() {
		String reply;
		try {
			Process process = new ProcessBuilder(this.path.toString(), "--version").redirectErrorStream(true).start();
			process.getOutputStream().close();
			reply = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new RedisStartException(this.path + " cannot run on this machine (" + ex + "). " + ADVICE);
		}
		Matcher version = VERSION.matcher(reply);
		if (!version.find()) {
			throw new RedisStartException(this.path + " is no redis-server: it replied " + reply.trim());
		}
		return version.group(1) + " " + version.group(2);
	}

	/**
	 * Returns the file.
	 * @return an absolute path
	 */
	public Path path() {
		return this.path;
	}

	@Override
	public String toString() {
		return this.path.toString();
	}

}
