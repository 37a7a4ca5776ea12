// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A redis-server executable.
 *
 * <p>
 * The system property {@value #PROPERTY} selects the executable of the tests: absent or
 * empty for that of the embedded-redis library, {@code PATH} for the installed one,
 * otherwise the file to run.
 *
 * @since 0.1.0
 */
public final class RedisBinary {

	/**
	 * The system property that selects the redis-server of {@link #configured()}.
	 */
	public static final String PROPERTY = "redis-components.test.server";

	/**
	 * The advice for a machine without a usable executable.
	 */
	static final String ADVICE = "Install redis-server 6.2 or newer and set the system property " + PROPERTY
			+ " to PATH or to the file.";

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
