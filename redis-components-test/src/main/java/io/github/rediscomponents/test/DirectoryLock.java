// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.jspecify.annotations.Nullable;

/**
 * Excludes a second server from a data directory. Two servers that append to one file
 * destroy it, and Redis does not check this.
 */
final class DirectoryLock {

	private final FileChannel channel;

	private DirectoryLock(FileChannel channel) {
		this.channel = channel;
	}

	/**
	 * Takes a directory, creating it when missing.
	 * @param directory the directory
	 * @return the lock, which ends with this JVM at the latest
	 * @throws RedisStartException if another server has the directory
	 */
	static DirectoryLock take(Path directory) {
		try {
			Files.createDirectories(directory);
			FileChannel channel = FileChannel.open(directory.resolve("redis-components.lock"),
					StandardOpenOption.CREATE, StandardOpenOption.WRITE);
			if (tryLock(channel) == null) {
				channel.close();
				throw new RedisStartException("Another server works in " + directory.toAbsolutePath()
						+ ". Stop it, or give this one a directory of its own.");
			}
			return new DirectoryLock(channel);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not use " + directory + " as a data directory", ex);
		}
	}

	private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
		try {
			return channel.tryLock();
		}
		catch (OverlappingFileLockException ex) {
			return null;
		}
	}

	void release() {
		try {
			this.channel.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
