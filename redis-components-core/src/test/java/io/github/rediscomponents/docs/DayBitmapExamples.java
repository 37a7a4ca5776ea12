// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.counter.ActiveUsers;
import io.github.rediscomponents.counter.CheckIn;
import io.github.rediscomponents.counter.CheckInMonth;
import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.Retention;

/**
 * The code of the page about day bitmaps.
 */
class DayBitmapExamples {

	static class Rewards {

		private final CheckIns checkIns;

		Rewards(DayBitmap bitmap) {
			this.checkIns = bitmap.checkIns("daily");
		}

		int points(String user) {
			CheckIn today = this.checkIns.checkIn(user);
			return today.first() ? Math.min(today.streak(), 7) : 0;
		}

		CheckInMonth calendar(String user) {
			return this.checkIns.month(user, YearMonth.of(2026, 11));
		}

		Optional<LocalDate> toMakeUp(String user, LocalDate today) {
			return this.checkIns.firstMissed(user, today.withDayOfMonth(1), today);
		}

		int inARow(String user) {
			return this.checkIns.streak(user).days();
		}

	}

	static class Visits {

		private final ActiveUsers active;

		Visits(DayBitmap bitmap) {
			this.active = bitmap.activeUsers("app", ZoneId.of("Asia/Shanghai"));
		}

		void came(long id) {
			this.active.mark(id);
		}

		void came(String openId) {
			this.active.mark(openId);
		}

		long ofTheWeek(LocalDate monday) {
			return this.active.anyOf(monday.datesUntil(monday.plusDays(7)).toList());
		}

		double cameAgain(LocalDate day) {
			Retention retention = this.active.retained(day, List.of(day.plusDays(1), day.plusDays(7)));
			return retention.rate(day.plusDays(7));
		}

	}

}
