// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * The redis-server executables inside the jar of embedded-redis.
 */
final class EmbeddedBinaries {

	private static final ReentrantLock lock = new ReentrantLock();

	private static @Nullable Path path;

	private EmbeddedBinaries() {
	}

	/**
	 * Returns the executable for this machine as a file, copied once per JVM.
	 * @return the file
	 */
	static Path extracted() {
		lock.lock();
		try {
			Path present = path;
			if (present == null) {
				present = extract();
				path = present;
			}
			return present;
		}
		finally {
			lock.unlock();
		}
	}

	/**
	 * Returns the name of the executable for a system.
	 * @param osName as in the system property {@code os.name}
	 * @param osArch as in the system property {@code os.arch}
	 * @param musl whether the C library is musl (Alpine) rather than glibc
	 * @return the name of the resource
	 * @throws RedisStartException if there is none
	 */
	static String resourceFor(String osName, String osArch, boolean musl) {
		String os = osName.toLowerCase(Locale.ROOT);
		String arch = osArch.toLowerCase(Locale.ROOT);
		boolean amd64 = arch.equals("amd64") || arch.equals("x86_64");
		boolean arm64 = arch.equals("aarch64") || arch.equals("arm64");
		if (os.startsWith("windows")) {
			throw new RedisStartException("The embedded redis-server for Windows is 5.0.14, which is too old, and the"
					+ " test servers need a POSIX shell: run this inside WSL. " + RedisBinary.ADVICE);
		}
		if (musl && os.startsWith("linux")) {
			throw new RedisStartException(
					"The embedded redis-server needs glibc, this system has musl. " + RedisBinary.ADVICE);
		}
		if (os.startsWith("linux") && amd64) {
			return "redis-server-6.2.6-v5-linux-amd64";
		}
		if (os.startsWith("linux") && arm64) {
			return "redis-server-6.2.7-linux-arm64";
		}
		if (os.startsWith("mac") && (amd64 || arm64)) {
			return amd64 ? "redis-server-6.2.6-v5-darwin-amd64" : "redis-server-6.2.6-v5-darwin-arm64";
		}
		throw new RedisStartException(
				"There is no embedded redis-server for " + osName + " on " + osArch + ". " + RedisBinary.ADVICE);
	}

	private static Path extract() {
		String resource = resourceFor(System.getProperty("os.name"), System.getProperty("os.arch"), isMusl());
		try (InputStream in = EmbeddedBinaries.class.getResourceAsStream("/" + resource)) {
			if (in == null) {
				throw new RedisStartException("The library embedded-redis, of which " + resource
						+ " is a part, is not on the class path: add com.github.codemonstur:embedded-redis. "
						+ RedisBinary.ADVICE);
			}
			return copy(in.readAllBytes(), cacheDirectory().resolve(resource));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not copy the embedded redis-server to a temporary directory", ex);
		}
	}

	/**
	 * Writes an executable, unless it is there.
	 * @param target where it stands afterwards
	 * @return the same
	 */
	static Path copy(byte[] executable, Path target) throws IOException {
		if (Files.isExecutable(target) && Arrays.equals(executable, Files.readAllBytes(target))) {
			return target;
		}
		Path copy = Files.createTempFile(target.getParent(), null, ".part");
		try {
			Files.write(copy, executable);
			Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwx------"));
			// A rename is atomic: another JVM sees no file or the whole one.
			return Files.move(copy, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		}
		finally {
			Files.deleteIfExists(copy);
		}
	}

	private static Path cacheDirectory() throws IOException {
		Path parent = Path.of(System.getProperty("java.io.tmpdir"));
		Path directory = parent.resolve("redis-components-" + System.getProperty("user.name"));
		if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
			Path fresh = Files.createTempDirectory(parent, "redis-components-");
			try {
				return Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
			}
			catch (IOException ex) {
				// Another JVM was quicker.
				Files.deleteIfExists(fresh);
			}
		}
		return isOurs(directory) ? directory : Files.createTempDirectory(parent, "redis-components-");
	}

	/**
	 * Returns whether a directory belongs to this user. In a world-writable temporary
	 * directory another user could have placed an executable.
	 */
	private static boolean isOurs(Path directory) throws IOException {
		if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) || !Files.isWritable(directory)) {
			return false;
		}
		Path probe = Files.createTempFile(directory, "probe", null);
		boolean ours = Files.getOwner(probe).equals(Files.getOwner(directory))
				&& PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)).equals("rwx------");
		Files.delete(probe);
		return ours;
	}

	private static boolean isMusl() {
		Path lib = Path.of("/lib");
		if (!Files.isDirectory(lib)) {
			return false;
		}
		try (DirectoryStream<Path> loaders = Files.newDirectoryStream(lib, "ld-musl-*")) {
			// A glibc system can have musl installed beside it.
			return loaders.iterator().hasNext() && !Files.exists(Path.of("/lib64/ld-linux-x86-64.so.2"))
					&& !Files.exists(Path.of("/lib/ld-linux-aarch64.so.1"));
		}
		catch (IOException ex) {
			return false;
		}
	}

}
