// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Everything at once against the promise that no caller gets what was invalidated before
 * it started.
 */
class CacheFreshnessRaceTests extends FreshnessFixture {

	private static final int ROUNDS = 2000;

	/** What the source says. */
	private final AtomicLong source = new AtomicLong(1);

	/** What every caller that starts now must at least see. */
	private final AtomicLong floor = new AtomicLong(1);

	private final AtomicBoolean over = new AtomicBoolean();

	private final AtomicLong values = new AtomicLong();

	private final AtomicLong failures = new AtomicLong();

	@Test
	void noCallerGetsWhatWasInvalidatedBeforeItStarted() throws Exception {
		tune(tune((loading) -> loading.withFailSafe(LONG)
			.withEarlyRefresh(EarlyRefresh.FRACTION)
			.withEarlyRefreshFraction(0.3)
			.withErrorCoolDown(Duration.ofMillis(1))
			.withMaxConcurrentLoads(4)).withTtl(Duration.ofMillis(5)).withStaleWindow(Duration.ofMillis(5)));
		List<Future<?>> readers = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			readers.add(this.threads.submit(() -> {
				while (!this.over.get()) {
					read(this.mine, this.floor.get());
				}
			}));
		}
		// Loads of another process interfere, whose callers may be a message late.
		readers.add(this.threads.submit(() -> {
			while (!this.over.get()) {
				read(this.theirs, 0);
			}
		}));
		try {
			for (int i = 0; i < ROUNDS; i++) {
				long now = this.source.incrementAndGet();
				this.mine.invalidate("k");
				this.floor.set(now);
				if (i % 5 == 0) {
					TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(30));
				}
			}
		}
		finally {
			this.over.set(true);
		}
		for (Future<?> reader : readers) {
			reader.get(60, TimeUnit.SECONDS);
		}
		System.out.println("Values " + this.values + ", failures " + this.failures + ", " + this.here.counts.stale
				+ ", " + this.here.counts.loading + ", " + this.here.counts.leases);
		assertThat(this.values.get()).isGreaterThan(100);
		assertThat(this.mine.get("k", (key) -> load(), EntryOptions.defaults().withFailSafe(Duration.ZERO)))
			.isNotNull();
	}

	private void read(TypedCache<String, String> cache, long least) {
		EntryOptions options = EntryOptions.defaults();
		ThreadLocalRandom random = ThreadLocalRandom.current();
		if (random.nextBoolean()) {
			options = options.withHardTimeout(Duration.ofMillis(3)).withSoftTimeout(Duration.ofMillis(1));
		}
		try {
			String value = (random.nextInt(4) == 0)
					? cache.getAll(List.of("k"), (keys) -> Map.of("k", unreliable())).get("k")
					: cache.get("k", (key) -> unreliable(), options);
			assertThat(Long.parseLong(value)).isGreaterThanOrEqualTo(least);
			this.values.incrementAndGet();
		}
		catch (CacheLoadException | IllegalCallerException ex) {
			this.failures.incrementAndGet();
		}
	}

	private String unreliable() throws InterruptedException {
		String value = String.valueOf(this.source.get());
		int fate = ThreadLocalRandom.current().nextInt(10);
		if (fate < 3) {
			TimeUnit.MILLISECONDS.sleep(1 + 2 * fate);
		}
		if (fate % 4 == 0) {
			throw new IllegalCallerException("for a test");
		}
		return value;
	}

	private String load() {
		return String.valueOf(this.source.get());
	}

}
