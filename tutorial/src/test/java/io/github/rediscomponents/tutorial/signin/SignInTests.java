// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.signin;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.tutorial.Scene;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Signing in by BITFIELD, and {@link DayBitmap} in the same scenes.
 */
class SignInTests extends Scene {

	private static final LocalDate FIRST = LocalDate.now(ZoneOffset.UTC).minusMonths(1).withDayOfMonth(1);

	@Test
	void bitsOfAMonthBreakOnItsFirstDay() {
		MonthBits bits = new MonthBits(this.redis);
		for (int day = -10; day <= 0; day++) {
			bits.sign("anna", FIRST.plusDays(day));
		}
		assertThat(bits.streak("anna", FIRST)).as("eleven days in a row").isEqualTo(1);
	}

	@Test
	void bitsOfAMonthBreakEachMorning() {
		MonthBits bits = new MonthBits(this.redis);
		for (int day = 1; day <= 10; day++) {
			bits.sign("anna", FIRST.plusDays(day));
		}
		assertThat(bits.streak("anna", FIRST.plusDays(11))).as("before signing in").isZero();
	}

	@Test
	void streakGoesOnOverMonthsAndLastsUntilADayIsMissed() {
		SignIns signIns = new SignIns(opened(process().build()).dayBitmap());
		int last = 0;
		for (int day = -10; day <= 0; day++) {
			last = signIns.sign("anna", FIRST.plusDays(day));
		}
		assertThat(last).isEqualTo(11);
		assertThat(signIns.streak("anna", FIRST.plusDays(1))).isEqualTo(11);
		assertThat(signIns.streak("anna", FIRST.plusDays(2))).isZero();
	}

	@Test
	void signInCostsOneScript() {
		SignIns signIns = new SignIns(opened(process().build()).dayBitmap());
		signIns.sign("anna", FIRST);
		assertThat(sent(() -> signIns.sign("anna", FIRST))).isEqualTo(Map.of("evalsha", 1L));
	}

}
