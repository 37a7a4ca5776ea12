// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Views in memory: none is lost or taken twice while pages come and go.
 */
class PageCellsTests {

	private final AtomicInteger pages = new AtomicInteger();

	private final PageCells cells = new PageCells(this.pages, () -> 10_000);

	@Test
	void takesEachViewOnceWhilePagesAreRetired() {
		AtomicBoolean ended = new AtomicBoolean();
		AtomicLong taken = new AtomicLong();
		Thread drainer = new Thread(() -> {
			while (!ended.get()) {
				taken.addAndGet(drain());
			}
		});
		drainer.start();
		try {
			// Each thread leaves a page for long enough that it is retired, and comes
			// back to it.
			Concurrently.run(4,
					() -> IntStream.range(0, 400_000).forEach((i) -> this.cells.add("p" + (i / 500) % 7, 1)));
		}
		finally {
			ended.set(true);
			join(drainer);
		}
		taken.addAndGet(drain());
		assertThat(taken).hasValue(1_600_000);
		assertThat(this.cells.recorded()).isEqualTo(1_600_000);
	}

	@Test
	void forgetsPagesThatNobodyViews() {
		IntStream.range(0, 5000).forEach((i) -> this.cells.add("p" + i, 1));
		assertThat(this.pages).hasValue(5000);
		long taken = 0;
		for (int i = 0; i < 40; i++) {
			taken += drain();
		}
		assertThat(taken).isEqualTo(5000);
		assertThat(this.pages).hasValue(0);
	}

	@Test
	void takesThePagesInTurnsThatDoNotFitIntoABatch() {
		int many = 5 * ViewCounter.MAX_BATCH / 2;
		long taken = 0;
		for (int round = 0; round < 3; round++) {
			IntStream.range(0, many).forEach((i) -> this.cells.add("p" + i, 1));
			taken += drain();
		}
		for (int round = 0; round < 3; round++) {
			taken += drain();
		}
		assertThat(taken).isEqualTo(3L * many);
	}

	private long drain() {
		ViewBatch.Builder batch = new ViewBatch.Builder();
		this.cells.drainTo(batch);
		ViewBatch built = batch.build(1, 0);
		assertThat(built.pages()).isLessThanOrEqualTo(ViewCounter.MAX_BATCH);
		return built.views();
	}

	private static void join(Thread thread) {
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			throw new AssertionError(ex);
		}
	}

}
