// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.CapturedLog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of queued invalidations when the client is closed and when threads are
 * interrupted.
 */
class OutboxEndTests extends OutboxFixture {

	@Test
	void closeTriesOnceMore() {
		this.cache.put("k", "old");
		refuse();
		fails(() -> this.cache.invalidate("k"));
		allow();
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.cache.write")) {
			this.caches.close();
			assertThat(log.warnings()).isEmpty();
		}
		assertThat(isStored("k")).isFalse();
		assertThat(queued()).isZero();
	}

	@Test
	void closeSaysWhatCouldNotBeInvalidated() {
		refuse();
		fails(() -> this.cache.invalidateAll(List.of("k", "l")));
		refuseClear();
		fails(() -> this.caches.client.clear("d"));
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.cache.write")) {
			this.caches.close();
			assertThat(log.lines()).filteredOn((line) -> line.startsWith("WARN"))
				.containsExactlyInAnyOrder(
						"WARN Invalidations of cache 'c' that did not succeed before the client was closed: 2; "
								+ "the old values are served until they expire",
						"WARN Cache 'd' could not be cleared before the client was closed; "
								+ "its old values are served until they expire");
		}
	}

	@Test
	void closeDoesNotWaitForAServerThatHangs() {
		this.cache.put("k", "old");
		this.caches.tuned(BRIEF);
		this.server.pause();
		times(() -> this.cache.invalidate("k"));
		this.caches.tuned(SETTINGS.withCommandTimeout(Duration.ofMinutes(1)));
		long began = System.nanoTime();
		this.caches.close();
		assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
	}

	@Test
	void anInterruptDuringTheCallLosesNothing() {
		this.cache.put("k", "old");
		this.caches.tuned(BRIEF);
		this.server.pause();
		Thread.currentThread().interrupt();
		times(() -> this.cache.invalidate("k"));
		assertThat(Thread.interrupted()).isTrue();
		assertThat(queued()).isEqualTo(1);
		this.caches.tuned(SETTINGS.withCommandTimeout(Duration.ofMinutes(1)));
		Thread caller = Thread.currentThread();
		Thread interrupter = new Thread(() -> {
			await().atMost(PATIENCE)
				.pollInterval(Duration.ofMillis(1))
				.until(() -> caller.getState() == Thread.State.TIMED_WAITING);
			caller.interrupt();
		});
		interrupter.start();
		times(() -> this.cache.clear());
		assertThat(Thread.interrupted()).isTrue();
		assertThat(queued()).isEqualTo(1);
		this.server.resume();
		awaitEmpty();
		assertThat(this.cache.peek("k").isHit()).isFalse();
	}

	@Test
	void interruptsDuringTheReplayLoseNothing() {
		keys(2_000).forEach((key) -> this.cache.put(key, "old"));
		this.caches.tuned(BRIEF);
		this.server.pause();
		times(() -> this.cache.invalidateAll(keys(2_000)));
		assertThat(queued()).isEqualTo(2_000);
		this.server.resume();
		await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> {
			Thread.getAllStackTraces()
				.keySet()
				.stream()
				.filter((thread) -> thread.getName().startsWith("redis-components-"))
				.forEach(Thread::interrupt);
			return queued() == 0;
		});
		keys(2_000).forEach((key) -> assertThat(isStored(key)).isFalse());
	}

}
