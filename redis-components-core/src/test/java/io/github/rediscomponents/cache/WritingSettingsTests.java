// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class WritingSettingsTests {

	@Test
	void haveTheDefaultsOfTheGuide() {
		assertThat(WritingSettings.defaults()).returns(true, WritingSettings::afterCommit)
			.returns(Duration.ZERO, WritingSettings::fence)
			.returns(OnInvalidationFailure.THROW, WritingSettings::onInvalidationFailure)
			.returns(10_000, WritingSettings::maxQueuedInvalidations);
		assertThat(CacheSettings.defaults().writing()).isEqualTo(WritingSettings.defaults());
	}

	@Test
	void refuseWhatIsOutOfRangeAndNameIt() {
		assertRefused("fence", (settings) -> settings.withFence(Duration.ofMillis(-1)));
		assertRefused("fence", (settings) -> settings.withFence(Duration.ofMinutes(10).plusMillis(1)));
		assertRefused("fence", (settings) -> settings.withFence(null));
		assertRefused("onInvalidationFailure", (settings) -> settings.withOnInvalidationFailure(null));
		assertRefused("maxQueuedInvalidations", (settings) -> settings.withMaxQueuedInvalidations(0));
		assertRefused("maxQueuedInvalidations", (settings) -> settings.withMaxQueuedInvalidations(1_000_001));
		assertThatIllegalArgumentException().isThrownBy(() -> CacheSettings.defaults().withWriting(null))
			.withMessageStartingWith("writing");
	}

	@Test
	void keepTheOtherSettingsWhenOneIsChanged() {
		assertThat(WritingSettings.defaults()
			.withAfterCommit(false)
			.withFence(Duration.ofSeconds(1))
			.withOnInvalidationFailure(OnInvalidationFailure.QUEUE)
			.withMaxQueuedInvalidations(2)
			.withAfterCommit(false))
			.isEqualTo(new WritingSettingsValues(false, Duration.ofSeconds(1), OnInvalidationFailure.QUEUE, 2));
	}

	private static void assertRefused(String name, UnaryOperator<WritingSettings> change) {
		assertThatIllegalArgumentException().isThrownBy(() -> change.apply(WritingSettings.defaults()))
			.withMessageStartingWith(name + " ");
	}

}
