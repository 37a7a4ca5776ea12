// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LoadingSettingsTests {

	private static final Duration TOO_LONG = Duration.ofMinutes(61);

	@Test
	void haveTheDefaultsOfTheGuide() {
		assertThat(LoadingSettings.defaults()).isEqualTo(new LoadingSettingsValues(EarlyRefresh.OFF, 0.8, 1,
				Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 256, Duration.ofSeconds(10), 1000, 10_000));
	}

	@Test
	void refuseWhatIsOutOfRangeAndNameIt() {
		assertRefused("earlyRefresh", (settings) -> settings.withEarlyRefresh(null));
		assertRefused("earlyRefreshFraction", (settings) -> settings.withEarlyRefreshFraction(1));
		assertRefused("earlyRefreshFraction", (settings) -> settings.withEarlyRefreshFraction(Double.NaN));
		assertRefused("earlyRefreshBeta", (settings) -> settings.withEarlyRefreshBeta(0));
		assertRefused("earlyRefreshBeta", (settings) -> settings.withEarlyRefreshBeta(Double.POSITIVE_INFINITY));
		assertRefused("failSafe", (settings) -> settings.withFailSafe(Duration.ofDays(366)));
		assertRefused("errorCoolDown", (settings) -> settings.withErrorCoolDown(TOO_LONG));
		assertRefused("softTimeout", (settings) -> settings.withSoftTimeout(Duration.ofMillis(-1)));
		assertRefused("hardTimeout", (settings) -> settings.withHardTimeout(TOO_LONG));
		assertRefused("maxConcurrentLoads", (settings) -> settings.withMaxConcurrentLoads(0));
		assertRefused("maxLoadWait", (settings) -> settings.withMaxLoadWait(TOO_LONG));
		assertRefused("maxNullEntriesPerSecond", (settings) -> settings.withMaxNullEntriesPerSecond(-1));
		assertRefused("maxAsyncCalls", (settings) -> settings.withMaxAsyncCalls(0));
		assertRefused("maxAsyncCalls", (settings) -> settings.withMaxAsyncCalls(1_000_001));
		assertThatIllegalArgumentException().isThrownBy(() -> CacheSettings.defaults().withLoading(null))
			.withMessageStartingWith("loading");
	}

	@Test
	void keepTheOtherSettingsWhenOneIsChanged() {
		assertThat(LoadingSettings.defaults()
			.withEarlyRefresh(EarlyRefresh.XFETCH)
			.withEarlyRefreshFraction(0.5)
			.withEarlyRefreshBeta(2)
			.withFailSafe(Duration.ofSeconds(3))
			.withErrorCoolDown(Duration.ofSeconds(4))
			.withSoftTimeout(Duration.ofSeconds(5))
			.withHardTimeout(Duration.ofSeconds(6))
			.withMaxConcurrentLoads(7)
			.withMaxLoadWait(Duration.ofSeconds(8))
			.withMaxNullEntriesPerSecond(9)
			.withMaxAsyncCalls(10)
			.withEarlyRefresh(EarlyRefresh.XFETCH)).isEqualTo(
					new LoadingSettingsValues(EarlyRefresh.XFETCH, 0.5, 2, Duration.ofSeconds(3), Duration.ofSeconds(4),
							Duration.ofSeconds(5), Duration.ofSeconds(6), 7, Duration.ofSeconds(8), 9, 10));
	}

	@Test
	void optionsOfACallReplaceOnlyWhatTheyName() {
		EntryOptions options = EntryOptions.defaults()
			.withTtl(Duration.ofSeconds(1))
			.withNullTtl(Duration.ofSeconds(2))
			.withFailSafe(Duration.ofSeconds(3))
			.withSoftTimeout(Duration.ofSeconds(4))
			.withHardTimeout(Duration.ofSeconds(5));
		assertThat(options.over(CacheSettings.defaults())).isEqualTo(CacheSettings.defaults()
			.withTtl(Duration.ofSeconds(1))
			.withNullTtl(Duration.ofSeconds(2))
			.withLoading(LoadingSettings.defaults()
				.withFailSafe(Duration.ofSeconds(3))
				.withSoftTimeout(Duration.ofSeconds(4))
				.withHardTimeout(Duration.ofSeconds(5))));
		assertThat(EntryOptions.defaults().over(CacheSettings.defaults())).isEqualTo(CacheSettings.defaults());
		assertThatIllegalArgumentException().isThrownBy(() -> EntryOptions.defaults().withTtl(Duration.ZERO))
			.withMessageStartingWith("ttl");
		assertThatIllegalArgumentException().isThrownBy(() -> EntryOptions.defaults().withHardTimeout(TOO_LONG))
			.withMessageStartingWith("hardTimeout");
		assertThatIllegalArgumentException().isThrownBy(() -> EntryOptions.defaults().withFailSafe(null))
			.withMessageStartingWith("failSafe");
	}

	private static void assertRefused(String name, UnaryOperator<LoadingSettings> change) {
		assertThatIllegalArgumentException().isThrownBy(() -> change.apply(LoadingSettings.defaults()))
			.withMessageStartingWith(name + " ");
	}

}
