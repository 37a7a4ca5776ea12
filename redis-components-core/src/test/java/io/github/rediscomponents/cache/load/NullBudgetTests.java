// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;

class NullBudgetTests {

	private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

	private final NullBudget budget = new NullBudget(this.nanos::get);

	@Test
	void holdsTenSecondsAndFillsAgain() {
		assertThat(taken(5, 1000)).isEqualTo(50);
		this.nanos.addAndGet(Duration.ofMillis(2100).toNanos());
		assertThat(taken(5, 1000)).isEqualTo(10);
		this.nanos.addAndGet(Duration.ofDays(1).toNanos());
		assertThat(taken(5, 1000)).isEqualTo(50);
	}

	@Test
	void hasNoBoundWithZero() {
		assertThat(taken(0, 100_000)).isEqualTo(100_000);
		assertThat(taken(1_000_000, 100_000)).isEqualTo(100_000);
	}

	@Test
	void givesOutExactlyWhatThereIs() {
		AtomicInteger sum = new AtomicInteger();
		Concurrently.run(8, () -> sum.addAndGet(taken(100, 500)));
		assertThat(sum).hasValue(1000);
	}

	private int taken(int perSecond, int tries) {
		int taken = 0;
		for (int i = 0; i < tries; i++) {
			taken += this.budget.take(perSecond) ? 1 : 0;
		}
		return taken;
	}

}
