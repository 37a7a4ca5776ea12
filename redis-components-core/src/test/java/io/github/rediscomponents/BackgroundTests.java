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
	void theTimerTakesEachTaskAlthoughNoThreadCanBeStarted() throws InterruptedException {
		try (Background background = new Background(this.threads, this.threads)) {
			this.threads.begin();
			AtomicInteger runs = new AtomicInteger();
			CountDownLatch later = new CountDownLatch(1);
			background.timer().schedule(runs::incrementAndGet, 0, TimeUnit.MILLISECONDS);
			background.timer().schedule(() -> {
				runs.incrementAndGet();
				throw new NoClassDefFoundError("lost");
			}, 0, TimeUnit.MILLISECONDS);
			background.timer().schedule(later::countDown, 1, TimeUnit.MILLISECONDS);
			assertThat(later.await(20, TimeUnit.SECONDS)).isTrue();
			assertThat(runs).hasValue(2);
		}
	}

	@Test
	void isNotMadeWithoutAThreadForItsTimer() {
		this.threads.begin();
		assertThatExceptionOfType(OutOfMemoryError.class)
			.isThrownBy(() -> new Background(this.threads, this.threads).close());
		this.threads.end();
		new Background(this.threads, this.threads).close();
	}

}
