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
 * The temporary directory of a server. While a process works in it, its supervisor
 * deletes it when the JVM dies; while none does, the JVM itself has to.
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
	 * A process is about to work here.
	 */
	void keep() {
		UNATTENDED.remove(this.path);
	}

	/**
	 * No process works here any more, though one may again.
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
			// A left-over temporary directory must not fail anybody's test.
		}
	}

}
