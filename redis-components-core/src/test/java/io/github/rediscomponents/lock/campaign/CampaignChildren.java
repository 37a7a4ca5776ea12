// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.rediscomponents.test.ChildJvm;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The other JVMs of a campaign. One that is killed is replaced.
 */
final class CampaignChildren implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final List<ChildJvm> children = new CopyOnWriteArrayList<>();

	private final String uri;

	private final Path folder;

	private final int leases;

	private final SplittableRandom random;

	private int started;

	CampaignChildren(int count, String uri, Path folder, int leases, SplittableRandom random) {
		this.uri = uri;
		this.folder = folder;
		this.leases = leases;
		this.random = random;
		for (int i = 0; i < count; i++) {
			this.children.add(next());
		}
	}

	private ChildJvm next() {
		this.started++;
		return CampaignChild.start(this.uri, this.folder, "child" + this.started, this.random.nextLong(), this.leases);
	}

	void awaitReady() {
		this.children.forEach((child) -> child.awaitLine("ready"::equals));
	}

	/** Stops one of them where it is; the sleep is the fault. */
	void pause(Duration time) throws InterruptedException {
		ChildJvm child = any();
		child.pause();
		try {
			Thread.sleep(time.toMillis());
		}
		finally {
			child.resume();
		}
	}

	/** Kills one of them, and starts another, for whose start it does not wait. */
	void kill() {
		ChildJvm child = any();
		this.children.remove(child);
		child.kill();
		this.children.add(next());
	}

	private ChildJvm any() {
		ChildJvm child = this.children.get(this.random.nextInt(this.children.size()));
		child.awaitLine("ready"::equals);
		return child;
	}

	void check() {
		assertThat(this.children).allSatisfy((child) -> assertThat(child.isRunning()).as(child.output()).isTrue());
	}

	void stop() {
		this.children.forEach((child) -> child.send("stop"));
	}

	/** Waits until all have ended, and makes sure that they left nothing behind. */
	void finish() {
		this.children.forEach((child) -> assertThat(child.waitFor(PATIENCE)).as(child.output()).isZero());
	}

	int started() {
		return this.started;
	}

	@Override
	public void close() {
		this.children.forEach(ChildJvm::close);
	}

}
