// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The temporary directory of a server. While a process uses it, its supervisor deletes it
 * when the JVM dies; otherwise the JVM does.
 */
final class WorkingDirectory {

	private static final Set<Path> UNATTENDED = ConcurrentHashMap.newKeySet();

	static {
		Runtime.getRuntime()
			.addShutdownHook(new Thread(() -> UNATTENDED.forEach(WorkingDirectory::deleteQuietly),
					"redis-components-test-cleanup"));
	}

	private final Path path;

	private WorkingDirectory(Path path) {
		this.path = path;
	}

	static WorkingDirectory create() {
		try {
			Path path = Files.createTempDirectory("redis-server-");
			UNATTENDED.add(path);
			return new WorkingDirectory(path);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not create a temporary directory", ex);
		}
	}

	Path path() {
		return this.path;
	}

	/**
	 * Called before a process uses the directory.
	 */
	void keep() {
		UNATTENDED.remove(this.path);
	}

	/**
	 * Called when no process uses the directory any more.
	 */
	void deleteAtExit() {
		if (Files.exists(this.path)) {
			UNATTENDED.add(this.path);
		}
	}

	void delete() {
		deleteQuietly(this.path);
		UNATTENDED.remove(this.path);
	}

	private static void deleteQuietly(Path path) {
		try (Stream<Path> walk = Files.walk(path)) {
			List<Path> deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
			deepestFirst.stream().map(Path::toFile).forEach(File::delete);
		}
		catch (IOException | UncheckedIOException ex) {
			// A left-over temporary directory must not fail a test.
		}
	}

}
