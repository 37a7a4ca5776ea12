package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.ZoneId;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of a {@link DayBitmap}.
 *
 * @param zone where a day begins and ends, unless a call names another zone
 * @param checkInMonths how many months a calendar keeps, 1 to 120, counted back from the
 * latest one that has a mark; a change holds with the next mark of a calendar
 * @param activeRetention for how long after its end a day of active users is kept, 1 day
 * to 3660 days; a change holds for chunks that are marked for the first time afterwards
 */
public record DayBitmapSettings(ZoneId zone, int checkInMonths, Duration activeRetention) {

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code day-bitmap.} and the property's name
	 */
	public DayBitmapSettings {
		Checks.notNull("day-bitmap.zone", zone);
		Checks.between("day-bitmap.check-in-months", checkInMonths, 1, 120);
		Checks.between("day-bitmap.active-retention", activeRetention, Duration.ofDays(1), Duration.ofDays(3660));
	}

	/**
	 * Days in UTC, calendars of 25 months, active users of 400 days.
	 * @return the settings
	 */
	public static DayBitmapSettings defaults() {
		return new DayBitmapSettings(ZoneId.of("UTC"), 25, Duration.ofDays(400));
	}

	public DayBitmapSettings withZone(ZoneId other) {
		return new DayBitmapSettings(other, this.checkInMonths, this.activeRetention);
	}

	public DayBitmapSettings withCheckInMonths(int other) {
		return new DayBitmapSettings(this.zone, other, this.activeRetention);
	}

	public DayBitmapSettings withActiveRetention(Duration other) {
		return new DayBitmapSettings(this.zone, this.checkInMonths, other);
	}

}
