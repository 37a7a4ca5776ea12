// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.bus.Coherence;
import io.github.rediscomponents.cache.flight.Found;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Values that are kept while their key is outdated.
 */
class LocalLevelRaceTests {

	private static final LocalCacheSettings SETTINGS = LocalCacheSettings.defaults().withEnabled(true);

	private static final int CHANGES = 300_000;

	private final LocalLevel<Long> level = new LocalLevel<>((settings) -> new AlwaysUp(), new Epochs());

	private final AtomicLong version = new AtomicLong();

	@Test
	void nothingThatWasReadBeforeAChangeIsServedAfterIt() {
		this.level.find(SETTINGS, "k", 0);
		AtomicBoolean ended = new AtomicBoolean();
		CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
			while (!ended.get()) {
				long stamp = this.level.stamp("k");
				long read = this.version.get();
				this.level.keep("k", new Slot.Content<>(new Found<>(read), new byte[64], 0, 60_000, 0, null), stamp);
			}
		});
		try {
			for (int i = 0; i < CHANGES; i++) {
				long changed = this.version.incrementAndGet();
				this.level.outdate("k");
				for (int look = 0; look < 5; look++) {
					Slot<Long> slot = this.level.find(SETTINGS, "k", 0);
					if (slot != null) {
						assertThat(value(slot)).isGreaterThanOrEqualTo(changed);
					}
				}
			}
		}
		finally {
			ended.set(true);
		}
		reader.join();
	}

	private static @Nullable Long value(Slot<Long> slot) {
		Found<Long> found = slot.found();
		return (found != null) ? found.value() : null;
	}

	/** Every change is always heard. */
	private static final class AlwaysUp implements Coherence {

		@Override
		public boolean isUp(long now) {
			return true;
		}

		@Override
		public int era() {
			return 1;
		}

		@Override
		public int provenEra() {
			return 1;
		}

		@Override
		public long provenUntil() {
			return Long.MAX_VALUE;
		}

	}

}
