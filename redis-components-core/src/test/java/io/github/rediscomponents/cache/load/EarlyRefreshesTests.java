// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheCodec;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EarlyRefresh;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.entry.EntryForms;
import io.github.rediscomponents.cache.entry.Envelope;
import io.github.rediscomponents.codec.ValueCodecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class EarlyRefreshesTests {

	private static final long NOW = 1_800_000_000_000L;

	private static final EntryForms<String> FORMS = new EntryForms<>("c",
			(codec) -> ValueCodecs.text().codec(String.class), () -> CacheCodec.TEXT);

	private static CacheSettings settings(EarlyRefresh refresh) {
		return CacheSettings.defaults()
			.withTtl(Duration.ofSeconds(100))
			.withJitter(0)
			.withLoading(LoadingSettings.defaults().withEarlyRefresh(refresh));
	}

	private static byte[] entry(long leftMillis, int loadMillis, boolean ownTtl) {
		// An absence has no codec to ask.
		byte[] before = new Envelope<>(String.class, FORMS, () -> 0).encode(null).before(false, ownTtl);
		return ByteBuffer.allocate(Envelope.HEADER).put(before).putLong(NOW + leftMillis).putInt(loadMillis).array();
	}

	private static EarlyRefreshes refreshes(double random) {
		return new EarlyRefreshes(() -> NOW, () -> random);
	}

	@Test
	void fractionIsDueInTheRestOfTheTime() {
		EarlyRefreshes refreshes = refreshes(0);
		CacheSettings settings = settings(EarlyRefresh.FRACTION);
		assertThat(refreshes.isDue(entry(20_001, 0, false), settings)).isFalse();
		assertThat(refreshes.isDue(entry(19_999, 0, false), settings)).isTrue();
		assertThat(refreshes.isDue(entry(19_999, 0, true), settings)).isFalse();
		assertThat(refreshes.isDue(entry(10_001, 0, false), settings.withJitter(0.5))).isFalse();
		assertThat(refreshes.isDue(entry(9_999, 0, false), settings.withJitter(0.5))).isTrue();
		assertThat(refreshes.isDue(entry(1, 0, false), settings(EarlyRefresh.OFF))).isFalse();
	}

	@Test
	void xfetchComparesTheTimeOfTheLoadWithTheRest() {
		CacheSettings settings = settings(EarlyRefresh.XFETCH);
		// -ln(1 - random) is 1.
		EarlyRefreshes one = refreshes(1 - 1 / Math.E);
		assertThat(one.isDue(entry(1_001, 1_000, false), settings)).isFalse();
		assertThat(one.isDue(entry(999, 1_000, false), settings)).isTrue();
		assertThat(
				one.isDue(entry(1_999, 1_000, true), settings.withLoading(settings.loading().withEarlyRefreshBeta(2))))
			.isTrue();
		assertThat(refreshes(0).isDue(entry(1, 1_000, false), settings)).isFalse();
		assertThat(refreshes(Math.nextDown(1.0)).isDue(entry(1, 0, false), settings)).isFalse();
	}

	@Test
	void xfetchIsDueAsOftenAsItsDistributionSays() {
		SplittableRandom random = new SplittableRandom(3);
		EarlyRefreshes refreshes = new EarlyRefreshes(() -> NOW, random::nextDouble);
		byte[] entry = entry(2_000, 1_000, false);
		int due = 0;
		for (int i = 0; i < 100_000; i++) {
			due += refreshes.isDue(entry, settings(EarlyRefresh.XFETCH)) ? 1 : 0;
		}
		// P = e^(-t / (delta * beta))
		assertThat(due / 100_000.0).isCloseTo(Math.exp(-2), within(0.005));
	}

}
