// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.TestPorts;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the bus tells its caches.
 */
class CacheBusTests {

	@Test
	void oneCacheThatFailsDoesNotKeepTheOthersFromBeingTold() throws Exception {
		CountDownLatch before = new CountDownLatch(3);
		CountDownLatch after = new CountDownLatch(3);
		CountDownLatch subscribed = new CountDownLatch(1);
		CountDownLatch subscribedToo = new CountDownLatch(1);
		try (Background background = new Background();
				CapturedLog log = CapturedLog.of("io.github.rediscomponents.cache.bus");
				CacheBus bus = new CacheBus(TestPorts.standalone(), new KeySpace("t"), "tick", background.timer(),
						() -> Duration.ofMillis(10))) {
			bus.add("a", new Told(before, subscribed));
			bus.add("b", new Told(before, subscribed) {

				@Override
				public void tick() {
					throw new StackOverflowError();
				}

				@Override
				public void resubscribed() {
					throw new IllegalStateException("fails");
				}

			});
			// Whatever the order, one of them comes after the one that fails.
			bus.add("c", new Told(after, subscribedToo));
			bus.watch();
			for (CountDownLatch latch : new CountDownLatch[] { before, after, subscribed, subscribedToo }) {
				assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
			}
			assertThat(log.lines()).filteredOn((line) -> line.startsWith("WARN"))
				.contains("WARN Cache 'b' failed to note what has happened");
		}
	}

	private static class Told implements Recipient {

		private final CountDownLatch ticks;

		private final CountDownLatch subscribed;

		Told(CountDownLatch ticks, CountDownLatch subscribed) {
			this.ticks = ticks;
			this.subscribed = subscribed;
		}

		@Override
		public void loaded(String text) {
		}

		@Override
		public void voided(String text) {
		}

		@Override
		public void cleared(long generation) {
		}

		@Override
		public void untagged(long[] ids, long number) {
		}

		@Override
		public void changed(String text) {
		}

		@Override
		public void generationChanged() {
		}

		@Override
		public void tagsChanged() {
		}

		@Override
		public void resubscribed() {
			this.subscribed.countDown();
		}

		@Override
		public void tick() {
			this.ticks.countDown();
		}

	}

}
