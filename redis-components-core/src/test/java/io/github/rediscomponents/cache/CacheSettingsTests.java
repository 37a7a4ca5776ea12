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
		assertThat(CacheSettings.defaults()).returns(Duration.ofMinutes(30), CacheSettings::ttl)
			.returns(Duration.ofMinutes(2), CacheSettings::nullTtl)
			.returns(Duration.ZERO, CacheSettings::staleWindow)
			.returns(0.1, CacheSettings::jitter)
			.returns(Duration.ofSeconds(5), CacheSettings::leaseTtl)
			.returns(Duration.ofMinutes(1), CacheSettings::maxLoadTime)
			.returns(Duration.ofSeconds(10), CacheSettings::waitTimeout)
			.returns(OnWaitTimeout.LOAD, CacheSettings::onWaitTimeout)
			.returns(Duration.ofMillis(250), CacheSettings::commandTimeout)
			.returns(Duration.ofSeconds(1), CacheSettings::outageTtl)
			.returns(8, CacheSettings::maxRebuilds)
			.returns(null, CacheSettings::bloomFilter)
			.returns(CacheCodec.APPLICATION, CacheSettings::codec)
			.returns(8192, CacheSettings::compressAbove)
			.returns(10_485_760, CacheSettings::maxValueBytes)
			.returns(LoadingSettings.defaults(), CacheSettings::loading)
			.returns(LocalCacheSettings.defaults(), CacheSettings::local);
		assertThat(LocalCacheSettings.defaults()).returns(false, LocalCacheSettings::enabled)
			.returns(false, LocalCacheSettings::broadcast)
			.returns(Duration.ofSeconds(30), LocalCacheSettings::ttl)
			.returns(10_000L, LocalCacheSettings::maxEntries)
			.returns(0L, LocalCacheSettings::maxBytes)
			.returns(false, LocalCacheSettings::copied);
		assertThat(CacheRegistrySettings.defaults().probeInterval()).isEqualTo(Duration.ofSeconds(1));
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
		assertRefused("ttl", (settings) -> settings.withLocal(settings.local().withTtl(Duration.ofHours(2))));
		assertRefused("maxEntries", (settings) -> settings.withLocal(settings.local().withMaxEntries(0)));
		assertRefused("maxBytes", (settings) -> settings.withLocal(settings.local().withMaxBytes(-1)));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> CacheRegistrySettings.defaults().withProbeInterval(Duration.ofMillis(99)))
			.withMessageStartingWith("probeInterval");
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
			.withLoading(LoadingSettings.defaults().withMaxConcurrentLoads(11))
			.withLocal(LocalCacheSettings.defaults().withEnabled(true))
			.withTtl(Duration.ofSeconds(1));
		assertThat(changed).returns(Duration.ofSeconds(1), CacheSettings::ttl)
			.returns(Duration.ofSeconds(2), CacheSettings::nullTtl)
			.returns(Duration.ofSeconds(3), CacheSettings::staleWindow)
			.returns(0.4, CacheSettings::jitter)
			.returns(Duration.ofSeconds(5), CacheSettings::leaseTtl)
			.returns(Duration.ofSeconds(6), CacheSettings::maxLoadTime)
			.returns(Duration.ofSeconds(7), CacheSettings::waitTimeout)
			.returns(OnWaitTimeout.FAIL, CacheSettings::onWaitTimeout)
			.returns(Duration.ofSeconds(8), CacheSettings::commandTimeout)
			.returns(Duration.ofSeconds(9), CacheSettings::outageTtl)
			.returns(10, CacheSettings::maxRebuilds)
			.returns("users", CacheSettings::bloomFilter)
			.returns(CacheCodec.BINARY, CacheSettings::codec)
			.returns(11, CacheSettings::compressAbove)
			.returns(1200, CacheSettings::maxValueBytes)
			.returns(LoadingSettings.defaults().withMaxConcurrentLoads(11), CacheSettings::loading)
			.returns(LocalCacheSettings.defaults().withEnabled(true), CacheSettings::local);
		LocalCacheSettings local = changed.local()
			.withBroadcast(true)
			.withTtl(Duration.ofSeconds(1))
			.withMaxEntries(2)
			.withMaxBytes(3)
			.withCopied(true);
		assertThat(local).returns(true, LocalCacheSettings::enabled)
			.returns(true, LocalCacheSettings::broadcast)
			.returns(Duration.ofSeconds(1), LocalCacheSettings::ttl)
			.returns(2L, LocalCacheSettings::maxEntries)
			.returns(3L, LocalCacheSettings::maxBytes)
			.returns(true, LocalCacheSettings::copied);
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
