// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.queue.QueueStats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * How often gauges read from Redis.
 */
class RememberedStatsTests {

	private final AtomicLong clock = new AtomicLong(-5);

	private final AtomicInteger asked = new AtomicInteger();

	private final Queue<Runnable> work = new ArrayDeque<>();

	private boolean away;

	private final RememberedStats<QueueStats> stats = new RememberedStats<>(this::ask, this.work::add, this.clock::get);

	private QueueStats ask() {
		int n = this.asked.incrementAndGet();
		if (this.away) {
			throw new RedisUnavailableException("away", RedisUnavailableException.Outcome.NOT_EXECUTED, null);
		}
		return new QueueStats(n, 0, 0, 0, Duration.ZERO, 0, 0, 0, false);
	}

	@Test
	void readingNeverWaitsAndAsksOnceInTenSeconds() {
		for (int i = 0; i < 1000; i++) {
			assertThat(this.stats.value(QueueStats::depth)).isNaN();
		}
		assertThat(this.work).hasSize(1);
		this.work.remove().run();
		for (int i = 0; i < 1000; i++) {
			assertThat(this.stats.value(QueueStats::depth)).isEqualTo(1);
		}
		after(9_999);
		assertThat(this.stats.value(QueueStats::depth)).isEqualTo(1);
		assertThat(this.work).isEmpty();
		after(1);
		assertThat(this.stats.value(QueueStats::depth)).isEqualTo(1);
		this.work.remove().run();
		assertThat(this.stats.value(QueueStats::depth)).isEqualTo(2);
		assertThat(this.asked).hasValue(2);
	}

	@Test
	void whatIsAMinuteOldIsNotKnownAnyMore() {
		this.stats.value(QueueStats::depth);
		this.work.remove().run();
		this.away = true;
		for (int i = 0; i < 5; i++) {
			after(10_000);
			assertThat(this.stats.value(QueueStats::depth)).isEqualTo(1);
			this.work.remove().run();
		}
		after(10_000);
		assertThat(this.stats.value(QueueStats::depth)).isNaN();
		this.away = false;
		this.work.remove().run();
		assertThat(this.stats.value(QueueStats::depth)).isEqualTo(7);
	}

	@Test
	void areReadAgainWhenThereAreThreadsAgain() {
		AtomicBoolean noThread = new AtomicBoolean(true);
		RememberedStats<QueueStats> refused = new RememberedStats<>(this::ask, (task) -> {
			if (noThread.get()) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			task.run();
		}, this.clock::get);
		assertThatCode(() -> assertThat(refused.value(QueueStats::depth)).isNaN()).doesNotThrowAnyException();
		noThread.set(false);
		after(10_000);
		assertThat(refused.value(QueueStats::depth)).isEqualTo(1);
	}

	private void after(long millis) {
		this.clock.addAndGet(Duration.ofMillis(millis).toNanos());
	}

}
