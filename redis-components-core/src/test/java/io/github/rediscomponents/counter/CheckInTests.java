// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What {@link CheckIns} do wherever they are connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class CheckInTests extends CounterFixture {

	private final CheckIns checkIns = bitmap(DayBitmapSettings.defaults()).checkIns("daily");

	CheckInTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void signsTodayOnceHoweverManyTry() {
		LocalDate before = today(UTC);
		List<CheckIn> results = Concurrently.repeat(8, 5, () -> this.checkIns.checkIn("anna"));
		assertThat(results).filteredOn(CheckIn::first).singleElement().satisfies((first) -> {
			assertThat(first.day()).isBetween(before, today(UTC));
			assertThat(first.streak()).isEqualTo(1);
		});
	}

	@Test
	void takesTheDayFromTheServersClockAndTheNamedZone() {
		for (int wrong : new int[] { -400, 0, 400 }) {
			DayBitmap bitmap = bitmap(DayBitmapSettings.defaults().withZone(EAST), wrong);
			LocalDate east = today(EAST);
			LocalDate west = today(WEST);
			String user = "u" + wrong;
			assertThat(bitmap.checkIns("daily").checkIn(user).day()).isBetween(east, today(EAST));
			assertThat(bitmap.checkIns("daily", WEST).checkIn(user).day()).isBetween(west, today(WEST));
			assertThat(bitmap.checkIns("daily").streak(user).checkedIn()).isTrue();
		}
		assertThat(today(EAST)).isAfter(today(WEST));
	}

	@Test
	void paysForAWrongClockOnce() {
		CheckIns wrong = bitmap(DayBitmapSettings.defaults(), 3).checkIns("daily");
		wrong.checkIn("anna");
		server().resetStats();
		wrong.checkIn("anna");
		wrong.streak("anna");
		assertThat(server().commandCalls()).containsEntry("evalsha", 2L);
	}

	@Test
	void countsAStreakAcrossMonthsYearsAndALeapDay() {
		LocalDate last = LocalDate.of(2024, 3, 2);
		for (int i = 0; i < 100; i++) {
			CheckIn signed = this.checkIns.checkIn("anna", LocalDate.of(2023, 11, 24).plusDays(i));
			assertThat(signed.first()).isTrue();
			assertThat(signed.streak()).isEqualTo(i + 1);
		}
		assertThat(this.checkIns.streak("anna", last)).isEqualTo(new Streak(last, true, 100));
		assertThat(this.checkIns.streak("anna", last.plusDays(1))).isEqualTo(new Streak(last.plusDays(1), false, 100));
		assertThat(this.checkIns.streak("anna", last.plusDays(2))).isEqualTo(new Streak(last.plusDays(2), false, 0));
		assertThat(this.checkIns.streak("anna", LocalDate.of(2024, 1, 1)).days()).isEqualTo(39);
		assertThat(this.checkIns.checkIn("anna", last)).isEqualTo(new CheckIn(last, false, 100));
	}

	@Test
	void closesAGapWhenAMissedDayIsSigned() {
		IntStream.of(1, 2, 4, 5).forEach((day) -> this.checkIns.checkIn("anna", LocalDate.of(2026, 5, day)));
		assertThat(this.checkIns.streak("anna", LocalDate.of(2026, 5, 5)).days()).isEqualTo(2);
		assertThat(this.checkIns.checkIn("anna", LocalDate.of(2026, 5, 3)).streak()).isEqualTo(3);
		assertThat(this.checkIns.streak("anna", LocalDate.of(2026, 5, 5)).days()).isEqualTo(5);
	}

	@Test
	void agreesWithAPlainSetOfDates() {
		LocalDate begin = LocalDate.of(2025, 1, 30);
		List<LocalDate> signed = IntStream.range(0, 400)
			.filter((i) -> (i * 7919L) % 10 < 8)
			.mapToObj(begin::plusDays)
			.toList();
		signed.forEach((day) -> this.checkIns.checkIn("anna", day));
		LocalDate from = LocalDate.of(2025, 2, 7);
		LocalDate to = LocalDate.of(2026, 1, 19);
		assertThat(this.checkIns.count("anna", from, to))
			.isEqualTo((int) signed.stream().filter((day) -> !day.isBefore(from) && !day.isAfter(to)).count());
		assertThat(this.checkIns.firstMissed("anna", from, to))
			.isEqualTo(from.datesUntil(to.plusDays(1)).filter((day) -> !signed.contains(day)).findFirst());
		for (YearMonth month = YearMonth.of(2025, 1); month
			.isBefore(YearMonth.of(2026, 4)); month = month.plusMonths(1)) {
			YearMonth present = month;
			assertThat(this.checkIns.month("anna", month).days())
				.isEqualTo(signed.stream().filter((day) -> YearMonth.from(day).equals(present)).toList());
		}
	}

	@Test
	void findsTheFirstMissedDay() {
		assertThat(this.checkIns.firstMissed("anna", LocalDate.of(2026, 2, 1), LocalDate.of(2026, 2, 28)))
			.contains(LocalDate.of(2026, 2, 1));
		LocalDate.of(2026, 1, 31)
			.datesUntil(LocalDate.of(2026, 3, 2))
			.forEach((day) -> this.checkIns.checkIn("anna", day));
		assertThat(this.checkIns.firstMissed("anna", LocalDate.of(2026, 1, 31), LocalDate.of(2026, 3, 1))).isEmpty();
		assertThat(this.checkIns.firstMissed("anna", LocalDate.of(2026, 1, 31), LocalDate.of(2026, 3, 31)))
			.contains(LocalDate.of(2026, 3, 2));
		CheckInMonth february = this.checkIns.month("anna", YearMonth.of(2026, 2));
		assertThat(february.firstMissed()).isEmpty();
		assertThat(february.count()).isEqualTo(28);
		CheckInMonth january = this.checkIns.month("anna", YearMonth.of(2026, 1));
		assertThat(january.firstMissed()).contains(LocalDate.of(2026, 1, 1));
		assertThat(january.isCheckedIn(31)).isTrue();
		assertThat(january.isCheckedIn(30)).isFalse();
		assertThat(this.checkIns.month("ben", YearMonth.of(2026, 1)).days()).isEmpty();
	}

	@Test
	void keepsAMonthInFourBytes() {
		LocalDate.of(2025, 1, 1)
			.datesUntil(LocalDate.of(2026, 1, 1))
			.forEach((day) -> this.checkIns.checkIn("anna", day));
		for (int month = 1; month <= 12; month++) {
			assertThat(number("HSTRLEN", key("anna"), "2025%02d".formatted(month))).isEqualTo(4);
		}
		assertThat(number("HLEN", key("anna"))).isEqualTo(13);
		assertThat(keysLeft()).containsExactly(key("anna"));
		assertThat(memory(key("anna"))).isLessThan(512);
	}

	@Test
	void forgetsMonthsBeforeThoseThatAreKept() {
		CheckIns three = bitmap(DayBitmapSettings.defaults().withCheckInMonths(3)).checkIns("daily");
		IntStream.rangeClosed(1, 4).forEach((month) -> three.checkIn("anna", LocalDate.of(2026, month, 10)));
		assertThat(three.month("anna", YearMonth.of(2026, 1)).count()).isZero();
		assertThat(three.month("anna", YearMonth.of(2026, 2)).count()).isEqualTo(1);
		assertThatIllegalArgumentException().isThrownBy(() -> three.checkIn("anna", LocalDate.of(2026, 1, 11)))
			.withMessage("day must not be before 2026-02, the first month that is kept, was 2026-01-11");
		assertThat(number("HLEN", key("anna"))).isEqualTo(4);
		assertThat(number("PTTL", key("anna"))).isBetween(93 * 86_400_000L - 60_000, 93 * 86_400_000L);
	}

	@Test
	void keepsKindsOfCheckInsAndUsersApart() {
		DayBitmap bitmap = bitmap(DayBitmapSettings.defaults());
		bitmap.checkIns("a:b").checkIn("c");
		assertThat(bitmap.checkIns("a").checkIn("b:c").first()).isTrue();
		assertThat(bitmap.checkIns("a:b").checkIn("{c}").first()).isTrue();
		assertThat(bitmap.checkIns("a:b").checkIn("c").first()).isFalse();
		assertThat(keysLeft()).hasSize(3);
	}

	@Test
	void refusesBadArgumentsBeforeAnythingIsWritten() {
		LocalDate day = LocalDate.of(2026, 1, 1);
		LocalDate tomorrow = today(UTC).plusDays(2);
		assertThatIllegalArgumentException().isThrownBy(() -> this.checkIns.checkIn("anna", tomorrow))
			.withMessage("day must not be in the future, was " + tomorrow);
		assertThatIllegalArgumentException().isThrownBy(() -> this.checkIns.streak("anna", tomorrow))
			.withMessageStartingWith("day ");
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> this.checkIns.checkIn(""))
			.withMessageStartingWith("user ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.checkIns.checkIn("x".repeat(201)))
			.withMessageStartingWith("user ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.checkIns.checkIn("anna", LocalDate.of(1969, 12, 31)))
			.withMessageStartingWith("day ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.checkIns.checkIn("anna", LocalDate.of(10_000, 1, 1)))
			.withMessageStartingWith("day ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.checkIns.count("anna", day, day.minusDays(1)))
			.withMessageStartingWith("to ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.checkIns.firstMissed("anna", day.minusDays(3661), day))
			.withMessageStartingWith("to ");
		assertThatIllegalArgumentException().isThrownBy(() -> bitmap(DayBitmapSettings.defaults()).checkIns(""))
			.withMessageStartingWith("name ");
		assertThatIllegalArgumentException().isThrownBy(() -> new CheckInMonth(YearMonth.of(2026, 2), 1 << 28))
			.withMessageStartingWith("bits ");
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
		assertThat(keysLeft()).isEmpty();
	}

	@Test
	void changesNothingWhenTheKeyHoldsAnotherType() {
		raw("SET", key("anna"), "x");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.checkIns.checkIn("anna"))
			.withMessageContaining("WRONGTYPE");
		assertThat(raw("GET", key("anna"))).isEqualTo("x");
	}

	@Test
	void isOneCommandEach() {
		this.checkIns.checkIn("anna");
		this.checkIns.month("anna", YearMonth.of(2026, 1));
		server().resetStats();
		this.checkIns.checkIn("anna");
		this.checkIns.checkIn("anna", LocalDate.of(2026, 1, 1));
		this.checkIns.streak("anna");
		this.checkIns.month("anna", YearMonth.of(2026, 1));
		this.checkIns.count("anna", LocalDate.of(2020, 1, 1), LocalDate.of(2026, 1, 1));
		assertThat(server().commandCalls()).containsEntry("evalsha", 5L).doesNotContainKey("eval");
	}

	private String key(String user) {
		return this.keys.key("check-in", user, "daily");
	}

}
