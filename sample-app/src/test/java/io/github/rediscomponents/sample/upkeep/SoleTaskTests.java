// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A task that runs once at a time.
 */
class SoleTaskTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final SoleTask task = new SoleTask("sole-task-tests");

	@Test
	void whoeverComesWhileItRunsIsTold() throws InterruptedException {
		CountDownLatch go = new CountDownLatch(1);
		assertThat(this.task.begin(() -> waitFor(go))).isTrue();
		assertThat(this.task.isRunning()).isTrue();
		assertThat(this.task.begin(() -> {
			throw new AssertionError("A second one");
		})).isFalse();
		go.countDown();
		await().atMost(PATIENCE).until(() -> !this.task.isRunning());
		CountDownLatch again = new CountDownLatch(1);
		assertThat(this.task.begin(again::countDown)).isTrue();
		again.await();
	}

	@Test
	void anotherCanBeginWhenTheEndIsTold() {
		List<Boolean> begun = new ArrayList<>();
		AtomicBoolean done = new AtomicBoolean();
		this.task.begin(() -> {
		}, () -> {
			begun.add(this.task.begin(() -> {
			}));
			done.set(true);
		});
		await().atMost(PATIENCE).untilTrue(done);
		assertThat(begun).containsExactly(true);
	}

	@Test
	void theEndOfATaskThatFailsIsTold() throws InterruptedException {
		CountDownLatch told = new CountDownLatch(1);
		this.task.begin(() -> {
			Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {
			});
			throw new IllegalStateException("on purpose");
		}, told::countDown);
		told.await();
		assertThat(this.task.isRunning()).isFalse();
	}

	@Test
	void nothingBeginsAfterTheEnd() {
		AtomicBoolean interrupted = new AtomicBoolean();
		CountDownLatch never = new CountDownLatch(1);
		this.task.begin(() -> interrupted.set(!waitFor(never)));
		this.task.interrupt();
		assertThat(interrupted).isTrue();
		AtomicBoolean told = new AtomicBoolean();
		assertThat(this.task.begin(() -> {
		}, () -> told.set(true))).isFalse();
		assertThat(told).isFalse();
		assertThat(this.task.isRunning()).isFalse();
	}

	private static boolean waitFor(CountDownLatch latch) {
		try {
			latch.await();
			return true;
		}
		catch (InterruptedException ex) {
			return false;
		}
	}

}
