// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.BackgroundInside;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.ShortOfThreads;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

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

	@Test
	void probesAfterATimeWithoutAThreadForIt() throws Exception {
		ShortOfThreads threads = new ShortOfThreads();
		try (Background background = BackgroundInside.of(threads);
				CacheBus bus = bus(TestPorts.standalone(), background)) {
			CountDownLatch first = new CountDownLatch(3);
			CountDownLatch second = new CountDownLatch(3);
			threads.begin();
			assertThatNoException().isThrownBy(() -> bus.onTick((pause) -> first.countDown()));
			threads.end();
			bus.onTick((pause) -> second.countDown());
			assertThat(first.await(1, TimeUnit.MINUTES)).isTrue();
			assertThat(second.await(1, TimeUnit.MINUTES)).isTrue();
		}
	}

	@Test
	void probesAfterAnErrorOfTheAnnouncement() throws Exception {
		CommandPort failing = InterceptedPort.of(TestPorts.standalone(), (method, args, call) -> {
			if (InterceptedPort.script(args).startsWith("cache/")) {
				throw new NoClassDefFoundError("lost");
			}
			return call.proceed();
		});
		try (Background background = new Background(); CacheBus bus = bus(failing, background)) {
			CountDownLatch ticks = new CountDownLatch(3);
			bus.onTick((pause) -> ticks.countDown());
			assertThat(bus.announce(true, 1)).isNotNull();
			assertThat(ticks.await(1, TimeUnit.MINUTES)).isTrue();
		}
	}

	private static CacheBus bus(CommandPort port, Background background) {
		return new CacheBus(port, new KeySpace("t"), "tick", background.timer(), () -> Duration.ofMillis(10));
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
