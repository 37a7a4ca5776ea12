// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
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
	void eachThreadSeesTheApplicationWhoeverStartsIt() throws Exception {
		Thread current = Thread.currentThread();
		ClassLoader before = current.getContextClassLoader();
		List<CompletableFuture<ClassLoader>> seen = new ArrayList<>();
		try (URLClassLoader application = new URLClassLoader(new URL[0], Background.class.getClassLoader())) {
			current.setContextClassLoader(application);
			try (Background background = new Background()) {
				// As a thread of the common pool has it in a jar of Spring Boot.
				current.setContextClassLoader(ClassLoader.getPlatformClassLoader());
				for (Executor executor : List.of(background.timer(), background.workers(), background.stages())) {
					seen.add(CompletableFuture.supplyAsync(() -> Thread.currentThread().getContextClassLoader(),
							executor));
				}
				assertThat(seen).allSatisfy(
						(loader) -> assertThat(loader).succeedsWithin(Duration.ofSeconds(20)).isSameAs(application));
			}
		}
		finally {
			current.setContextClassLoader(before);
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
