// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;

import io.github.rediscomponents.support.Checks;

/**
 * A day in a zone.
 *
 * @param day the day
 * @param begin when it begins, in milliseconds since the epoch
 * @param end when the next one begins, in milliseconds since the epoch
 */
record DayBounds(LocalDate day, long begin, long end) {

	private static final LocalDate FIRST = LocalDate.of(1970, 1, 1);

	private static final LocalDate LAST = LocalDate.of(9999, 12, 30);

	static DayBounds of(LocalDate day, ZoneId zone) {
		check("day", day);
		return new DayBounds(day, millis(day, zone), millis(day.plusDays(1), zone));
	}

	static LocalDate check(String parameter, LocalDate day) {
		Checks.notNull(parameter, day);
		Checks.isTrue(!day.isBefore(FIRST) && !day.isAfter(LAST),
				parameter + " must be between " + FIRST + " and " + LAST + ", was " + day);
		return day;
	}

	/** The days, each once. */
	static List<LocalDate> check(String parameter, Collection<LocalDate> days, int max) {
		List<LocalDate> distinct = Checks.notNull(parameter, days)
			.stream()
			.map((day) -> check(parameter, day))
			.distinct()
			.toList();
		Checks.isTrue(!distinct.isEmpty() && distinct.size() <= max,
				parameter + " must be 1 to " + max + ", were " + distinct.size());
		return distinct;
	}

	private static long millis(LocalDate day, ZoneId zone) {
		return day.atStartOfDay(zone).toInstant().toEpochMilli();
	}

}
