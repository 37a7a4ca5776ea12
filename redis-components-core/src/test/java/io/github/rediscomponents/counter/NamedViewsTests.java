// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NamedViewsTests {

	private static final long NOW = 1_800_000_000_000L;

	@Test
	void aFlushThatFailsBeforeTheFirstRoundMovesNoViewToAnotherTime() {
		NamedViews views = new NamedViews("shop", new PageCells(new AtomicInteger(), () -> 100));
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

}
