// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/**
 * A window of a ranked set.
 *
 * @param part its part of the key
 * @param from when it begins, milliseconds since the epoch
 * @param until when it has ended
 * @param expiresAt when it is forgotten; 0 for never
 */
record RankingWindow(String part, long from, long until, long expiresAt) {

	/** Later than any clock of a server, and exact in a script. */
	private static final long NEVER = 1L << 53;

	private static final RankingWindow TOTAL = new RankingWindow("total", 0, NEVER, 0);

	static RankingWindow at(Period period, RankedSetSettings settings, long millis) {
		return on(period, settings, Instant.ofEpochMilli(millis).atZone(settings.zone()).toLocalDate());
	}

	static RankingWindow on(Period period, RankedSetSettings settings, LocalDate day) {
		return switch (period) {
			case TOTAL -> TOTAL;
			case DAY -> of("day:" + day, day, ChronoUnit.DAYS, settings);
			case WEEK -> {
				LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
				yield of(String.format(Locale.ROOT, "week:%d-W%02d", monday.get(IsoFields.WEEK_BASED_YEAR),
						monday.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)), monday, ChronoUnit.WEEKS, settings);
			}
			case MONTH -> {
				LocalDate first = day.withDayOfMonth(1);
				yield of(String.format(Locale.ROOT, "month:%d-%02d", first.getYear(), first.getMonthValue()), first,
						ChronoUnit.MONTHS, settings);
			}
		};
	}

	/**
	 * The windows of a period, from the oldest that can still be there to the next one,
	 * because the clock of this machine may be behind.
	 */
	static LocalDate back(Period period, LocalDate day, int windows) {
		return switch (period) {
			case TOTAL -> day;
			case DAY -> day.minusDays(windows);
			case WEEK -> day.minusWeeks(windows);
			case MONTH -> day.withDayOfMonth(1).minusMonths(windows);
		};
	}

	private static RankingWindow of(String part, LocalDate first, ChronoUnit unit, RankedSetSettings settings) {
		return new RankingWindow(part, midnight(first, settings.zone()), midnight(first.plus(1, unit), settings.zone()),
				midnight(first.plus(1L + settings.keep(), unit), settings.zone()));
	}

	private static long midnight(LocalDate day, ZoneId zone) {
		return day.atStartOfDay(zone).toInstant().toEpochMilli();
	}

	/** The same window without a look at the clock. */
	RankingWindow anyTime() {
		return new RankingWindow(this.part, 0, NEVER, this.expiresAt);
	}

}
