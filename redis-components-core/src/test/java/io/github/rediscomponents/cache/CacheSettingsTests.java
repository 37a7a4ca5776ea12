// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.entry.KeyText;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CacheSettingsTests {

	@Test
	void haveTheDefaultsOfTheGuide() {
		assertThat(CacheSettings.defaults())
			.isEqualTo(new CacheSettingsValues(Duration.ofMinutes(30), Duration.ofMinutes(2), Duration.ZERO, 0.1,
					Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofSeconds(10), OnWaitTimeout.LOAD,
					Duration.ofMillis(250), Duration.ofSeconds(1), 8, null, CacheCodec.APPLICATION, 8192, 10_485_760));
		assertThat(CacheRegistrySettings.defaults().clearVisibleWithin()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void refuseWhatIsOutOfRangeAndNameIt() {
		assertRefused("ttl", (settings) -> settings.withTtl(Duration.ZERO));
		assertRefused("nullTtl", (settings) -> settings.withNullTtl(Duration.ofDays(366)));
		assertRefused("staleWindow", (settings) -> settings.withStaleWindow(Duration.ofMillis(-1)));
		assertRefused("jitter", (settings) -> settings.withJitter(0.91));
		assertRefused("jitter", (settings) -> settings.withJitter(Double.NaN));
		assertRefused("leaseTtl", (settings) -> settings.withLease(Duration.ofMillis(49), Duration.ofSeconds(1)));
		assertRefused("maxLoadTime", (settings) -> settings.withLease(Duration.ofSeconds(2), Duration.ofSeconds(1)));
		assertRefused("waitTimeout", (settings) -> settings.withWait(Duration.ZERO, OnWaitTimeout.FAIL));
		assertRefused("commandTimeout", (settings) -> settings.withCommandTimeout(Duration.ofMinutes(2)));
		assertRefused("outageTtl", (settings) -> settings.withOutageTtl(Duration.ofMinutes(2)));
		assertRefused("maxRebuilds", (settings) -> settings.withMaxRebuilds(0));
		assertRefused("bloomFilter", (settings) -> settings.withBloomFilter(" "));
		assertRefused("codec", (settings) -> settings.withCodec(null));
		assertRefused("compressAbove", (settings) -> settings.withCompressAbove(-1));
		assertRefused("compressAbove", (settings) -> settings.withCompressAbove((512 << 20) + 1));
		assertRefused("maxValueBytes", (settings) -> settings.withMaxValueBytes(1023));
		assertRefused("maxValueBytes", (settings) -> settings.withMaxValueBytes((512 << 20) + 1));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> CacheRegistrySettings.defaults().withClearVisibleWithin(Duration.ofMillis(9)))
			.withMessageStartingWith("clearVisibleWithin");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> CacheRegistrySettings.defaults().withCaches(Map.of("a b", CacheSettings.defaults())))
			.withMessageContaining("'a b'");
	}

	@Test
	void keepTheOtherSettingsWhenOneIsChanged() {
		CacheSettings changed = CacheSettings.defaults()
			.withTtl(Duration.ofSeconds(1))
			.withNullTtl(Duration.ofSeconds(2))
			.withStaleWindow(Duration.ofSeconds(3))
			.withJitter(0.4)
			.withLease(Duration.ofSeconds(5), Duration.ofSeconds(6))
			.withWait(Duration.ofSeconds(7), OnWaitTimeout.FAIL)
			.withCommandTimeout(Duration.ofSeconds(8))
			.withOutageTtl(Duration.ofSeconds(9))
			.withMaxRebuilds(10)
			.withBloomFilter("users")
			.withCodec(CacheCodec.BINARY)
			.withCompressAbove(11)
			.withMaxValueBytes(1200)
			.withTtl(Duration.ofSeconds(1));
		assertThat(changed)
			.isEqualTo(new CacheSettingsValues(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3), 0.4,
					Duration.ofSeconds(5), Duration.ofSeconds(6), Duration.ofSeconds(7), OnWaitTimeout.FAIL,
					Duration.ofSeconds(8), Duration.ofSeconds(9), 10, "users", CacheCodec.BINARY, 11, 1200));
	}

	@Test
	void keysHaveTheTextOfTheirValue() {
		assertThat(KeyText.of(7L)).isEqualTo("7");
		assertThat(KeyText.of("a")).isEqualTo("a");
		assertThat(KeyText.of(TimeUnit.DAYS)).isEqualTo("DAYS");
		assertThat(KeyText.of(new UUID(0, 1))).isEqualTo("00000000-0000-0000-0000-000000000001");
		assertThat(KeyText.of(LocalDate.of(2026, 1, 2))).isEqualTo("2026-01-02");
		assertThatIllegalArgumentException().isThrownBy(() -> KeyText.of(new int[0])).withMessageContaining("keyText");
		assertThatIllegalArgumentException().isThrownBy(() -> KeyText.of(null)).withMessageStartingWith("key");
	}

	private static void assertRefused(String name, UnaryOperator<CacheSettings> change) {
		assertThatIllegalArgumentException().isThrownBy(() -> change.apply(CacheSettings.defaults()))
			.withMessageStartingWith(name);
	}

}
