// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.ShortOfThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Background threads that cannot be started.
 */
class BackgroundTests {

	private final ShortOfThreads threads = new ShortOfThreads();

	@Test
	void aTaskThatTheTimerHasNoThreadForDoesNotRunLater() throws InterruptedException {
		try (Background background = new Background(this.threads, this.threads)) {
			AtomicInteger runs = new AtomicInteger();
			this.threads.begin();
			assertThatExceptionOfType(OutOfMemoryError.class)
				.isThrownBy(() -> background.timer().schedule(runs::incrementAndGet, 0, TimeUnit.MILLISECONDS));
			assertThatExceptionOfType(OutOfMemoryError.class)
				.isThrownBy(() -> background.timer().schedule(() -> runs.incrementAndGet(), 0, TimeUnit.MILLISECONDS));
			this.threads.end();
			CountDownLatch later = new CountDownLatch(1);
			background.timer().schedule(later::countDown, 1, TimeUnit.MILLISECONDS);
			assertThat(later.await(20, TimeUnit.SECONDS)).isTrue();
			assertThat(runs).hasValue(0);
		}
	}

}
