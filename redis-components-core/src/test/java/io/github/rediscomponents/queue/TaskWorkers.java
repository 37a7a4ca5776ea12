// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import io.github.rediscomponents.test.ChildJvm;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The processes of {@link TaskCampaignTests}, and what they wrote down.
 */
final class TaskWorkers implements AutoCloseable {

	static final int COUNT = 3;

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final List<ChildJvm> children = new ArrayList<>();

	private final List<Path> files = new ArrayList<>();

	private final List<String> uris;

	private final Path folder;

	TaskWorkers(List<String> uris, Path folder) {
		this.uris = uris;
		this.folder = folder;
		for (int i = 0; i < COUNT; i++) {
			start();
		}
		this.children.forEach(TaskWorkers::awaitReady);
	}

	private void start() {
		Path file = this.folder.resolve("worker" + this.files.size());
		this.files.add(file);
		this.children.add(ChildJvm.start(TaskWorker.class, String.join(" ", this.uris), file.toString()));
	}

	private static void awaitReady(ChildJvm child) {
		child.awaitLine("ready"::equals);
	}

	/**
	 * Kills one, and starts another, for whose start it does not wait.
	 * @return the id of its process
	 */
	long kill(SplittableRandom random) {
		ChildJvm victim = this.children.remove(random.nextInt(this.children.size()));
		awaitReady(victim);
		victim.kill();
		start();
		return victim.pid();
	}

	/** How many tasks were worked on, with those that were it twice. */
	long worked() {
		long bytes = 0;
		for (Path file : this.files) {
			bytes += file.toFile().length();
		}
		return bytes / Integer.BYTES;
	}

	/** How often each task was worked on. */
	int[] times(int tasks) {
		int[] times = new int[tasks];
		try {
			for (Path file : this.files) {
				if (Files.exists(file)) {
					ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
					while (bytes.remaining() >= Integer.BYTES) {
						times[bytes.getInt()]++;
					}
				}
			}
			return times;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void finish() {
		this.children.forEach(TaskWorkers::awaitReady);
		this.children.forEach((child) -> child.send("finish"));
		this.children.forEach((child) -> {
			assertThat(child.waitFor(PATIENCE)).as(child.output()).isZero();
			assertThat(child.lines()).contains("clean");
		});
	}

	int started() {
		return this.files.size();
	}

	@Override
	public void close() {
		this.children.forEach(ChildJvm::close);
	}

}
