// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.ZoneId;

/**
 * Settings of a {@link DayBitmap}. Immutable: each {@code with} method returns a changed
 * copy, and throws an {@link IllegalArgumentException} that names the property if a value
 * is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface DayBitmapSettings permits DayBitmapSettingsValues {

	/**
	 * Days in UTC, calendars of 25 months, active users of 400 days.
	 * @return the settings
	 */
	static DayBitmapSettings defaults() {
		return DayBitmapSettingsValues.DEFAULTS;
	}

	/** The zone in which a day begins and ends, unless a call names another one. */
	ZoneId zone();

	/**
	 * How many months a calendar keeps, 1 to 120, counted back from the latest one that
	 * has a mark; a change holds with the next mark of a calendar.
	 */
	int checkInMonths();

	/**
	 * For how long after its end a day of active users is kept, 1 day to 3660 days; a
	 * change holds for chunks that are marked for the first time afterwards.
	 */
	Duration activeRetention();

	DayBitmapSettings withZone(ZoneId zone);

	DayBitmapSettings withCheckInMonths(int checkInMonths);

	DayBitmapSettings withActiveRetention(Duration activeRetention);

}
