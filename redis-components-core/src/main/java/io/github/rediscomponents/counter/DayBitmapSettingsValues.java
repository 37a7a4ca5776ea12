// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.ZoneId;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link DayBitmapSettings}.
 */
record DayBitmapSettingsValues(ZoneId zone, int checkInMonths, Duration activeRetention) implements DayBitmapSettings {

	static final DayBitmapSettingsValues DEFAULTS = new DayBitmapSettingsValues(ZoneId.of("UTC"), 25,
			Duration.ofDays(400));

	DayBitmapSettingsValues {
		Checks.notNull("day-bitmap.zone", zone);
		Checks.between("day-bitmap.check-in-months", checkInMonths, 1, 120);
		Checks.between("day-bitmap.active-retention", activeRetention, Duration.ofDays(1), Duration.ofDays(3660));
	}

	@Override
	public DayBitmapSettings withZone(ZoneId other) {
		return new DayBitmapSettingsValues(other, this.checkInMonths, this.activeRetention);
	}

	@Override
	public DayBitmapSettings withCheckInMonths(int other) {
		return new DayBitmapSettingsValues(this.zone, other, this.activeRetention);
	}

	@Override
	public DayBitmapSettings withActiveRetention(Duration other) {
		return new DayBitmapSettingsValues(this.zone, this.checkInMonths, other);
	}

}
