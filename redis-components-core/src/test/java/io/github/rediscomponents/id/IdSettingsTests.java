// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.time.Duration;
import java.time.Instant;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Settings and layouts, without Redis.
 */
class IdSettingsTests {

	private static final Instant EPOCH = Instant.parse("2025-01-01T00:00:00Z");

	@Test
	void knowsWhenEachLayoutRunsOut() {
		IdSettings settings = IdSettings.defaults();
		assertThat(settings.expiresAt()).isEqualTo("2094-09-07T15:47:35.552Z");
		assertThat(settings.withLayout(IdLayout.JS_SAFE).expiresAt()).isEqualTo("2094-09-07T15:47:35.552Z");
		assertThat(settings.withLayout(IdLayout.CLASSIC).expiresAt()).isEqualTo("2093-01-19T03:14:08Z");
	}

	@Test
	void refusesAnEpochThatLeavesLessThanAYear() {
		IdSettings classic = IdSettings.defaults().withLayout(IdLayout.CLASSIC);
		assertThat(classic.withEpoch(Instant.EPOCH).expiresAt()).isEqualTo("2038-01-19T03:14:08Z");
		assertThatIllegalArgumentException().isThrownBy(() -> classic.withEpoch(Instant.EPOCH.minusSeconds(1)))
			.withMessageStartingWith("id.epoch ");
	}

	@Test
	void fillsTheLayoutsBitsExactly() {
		for (IdLayout layout : IdLayout.values()) {
			long greatest = (((1L << layout.timeBits()) - 1) << layout.sequenceBits()) + layout.size() - 1;
			assertThat(greatest).as(layout.name())
				.isEqualTo((layout == IdLayout.JS_SAFE) ? (1L << 53) - 1 : Long.MAX_VALUE);
		}
	}

	@Test
	void refusesValuesThatAreOutOfRangeAndNamesThem() {
		IdSettings settings = IdSettings.defaults();
		assertThatIllegalArgumentException().isThrownBy(() -> settings.withEpoch(EPOCH.plusMillis(1)))
			.withMessageStartingWith("id.epoch ");
		assertThatIllegalArgumentException().isThrownBy(() -> settings.withEpoch(Instant.MAX.minusNanos(999_999_999)))
			.withMessageStartingWith("id.epoch ");
		assertThatIllegalArgumentException().isThrownBy(() -> settings.withMaxAge(Duration.ofMillis(9)))
			.withMessageStartingWith("id.max-age ");
		assertThatIllegalArgumentException().isThrownBy(() -> settings.withMaxAge(Duration.ofSeconds(61)))
			.withMessageStartingWith("id.max-age ");
		assertThatIllegalArgumentException().isThrownBy(() -> settings.withBlocks(0, 10))
			.withMessageStartingWith("id.min-block ");
		assertThatIllegalArgumentException().isThrownBy(() -> settings.withBlocks(10, 9))
			.withMessageStartingWith("id.max-block ");
		assertThatIllegalArgumentException().isThrownBy(() -> settings.withBlocks(1, (1 << 20) + 1))
			.withMessageStartingWith("id.max-block ");
	}

	@Test
	void nothingInTheRoomReadsTheClientsClock() {
		noClasses().should()
			.callMethod(System.class, "currentTimeMillis")
			.orShould()
			.callMethod(Instant.class, "now")
			.orShould()
			.dependOnClassesThat()
			.areAssignableTo(java.time.InstantSource.class)
			.check(new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
				.importPackages("io.github.rediscomponents.id"));
	}

}
