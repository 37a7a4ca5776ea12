// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The batches of a name, and the minutes that they belong to.
 */
class NamedViewsTests {

	private static final long NOW = 1_800_000_000_000L;

	@Test
	void aFlushThatFailsBeforeTheFirstRoundMovesNoViewToAnotherTime() {
		NamedViews views = views("shop", new AtomicInteger());
		views.cells().add("1", 1);
		views.makeAll(NOW);
		views.cells().add("1", 7);
		views.seal(NOW, 100);
		views.seal(NOW + 60_000, 100);
		views.remove();
		ViewBatch second = views.first();
		assertThat(second).isNotNull();
		assertThat(second.views()).isEqualTo(7);
		assertThat(second.at()).isBetween(NOW, NOW + 60_000);
	}

	@Test
	void anOutageKeepsNoMorePagesOfAllNamesThanAllowed() {
		AtomicInteger batched = new AtomicInteger();
		List<NamedViews> names = IntStream.range(0, 10).mapToObj((i) -> views("n" + i, batched)).toList();
		for (int minute = 0; minute < 30; minute++) {
			long now = NOW + minute * 60_000L;
			for (NamedViews views : names) {
				IntStream.range(0, 10).forEach((page) -> views.cells().add("p" + page, 1));
				views.seal(now, 200);
			}
		}
		assertThat(batched.get()).isBetween(200, 210);
		assertThat(names).allSatisfy((views) -> assertThat(views.waiting()).isEqualTo(300));
	}

	private static NamedViews views(String name, AtomicInteger batched) {
		return new NamedViews(name, new PageCells(new AtomicInteger(), () -> 100), batched);
	}

}
