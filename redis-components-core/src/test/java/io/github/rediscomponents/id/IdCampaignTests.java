// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Four processes take a million ids each, ten million with {@code -Dcampaign.scale=10}.
 * In the middle of it all data is flushed, one process is killed and replaced, and the
 * server is killed and restarted with nothing.
 */
class IdCampaignTests {

	private static final int IDS = 1_000_000 * Integer.getInteger("campaign.scale", 1);

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	@TempDir
	Path folder;

	@ParameterizedTest
	@EnumSource
	void fourProcessesNeverGetAnIdTwice(IdLayout layout) throws IOException {
		List<ChildJvm> children = new ArrayList<>();
		try (RedisServer server = RedisServer.start()) {
			IntStream.range(0, 4).forEach((i) -> children.add(start(server, layout)));
			children.forEach((child) -> child.awaitLine("half"::equals));
			server.flushAll();
			children.remove(3).kill();
			ChildJvm replacement = start(server, layout);
			children.add(replacement);
			replacement.awaitLine("half"::equals);
			server.kill();
			server.restart();
			children.forEach((child) -> child.send("finish"));
			children.forEach((child) -> assertThat(child.waitFor(PATIENCE)).as(child.output()).isZero());
		}
		finally {
			children.forEach(ChildJvm::close);
		}
		// The killed process had written half of its ids at least.
		long distinct = countDistinct();
		assertThat(distinct).isGreaterThanOrEqualTo(4L * IDS + IDS / 2);
		System.out.println(layout + ": " + distinct + " ids of 5 processes, each once");
	}

	private ChildJvm start(RedisServer server, IdLayout layout) {
		return ChildJvm.start(IdTaker.class, server.uri(), layout.name(), String.valueOf(IDS), this.folder.toString());
	}

	/**
	 * Merges the files, each of which must be strictly increasing; two equal ids become
	 * neighbours.
	 */
	private long countDistinct() throws IOException {
		PriorityQueue<IdFile> files = new PriorityQueue<>(Comparator.comparingLong((file) -> file.head));
		try (Stream<Path> paths = Files.list(this.folder)) {
			for (Path path : paths.toList()) {
				IdFile file = new IdFile(path);
				if (file.advance()) {
					files.add(file);
				}
			}
		}
		assertThat(files).hasSize(10);
		long previous = -1;
		long count = 0;
		while (!files.isEmpty()) {
			IdFile file = files.remove();
			if (file.head <= previous) {
				throw new AssertionError("Id " + file.head + " twice, or not increasing in " + file.path);
			}
			previous = file.head;
			count++;
			if (file.advance()) {
				files.add(file);
			}
		}
		return count;
	}

	private static final class IdFile {

		private final Path path;

		private final DataInputStream in;

		private long head = -1;

		IdFile(Path path) throws IOException {
			this.path = path;
			this.in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 16));
		}

		/** Whether there is another id; a killed process can leave a half one. */
		boolean advance() throws IOException {
			try {
				this.head = this.in.readLong();
				return true;
			}
			catch (EOFException ex) {
				this.in.close();
				return false;
			}
		}

	}

}
