// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.ZoneId;

/**
 * Settings of a {@link UniqueCounter}. Immutable: each {@code with} method returns a
 * changed copy, and throws an {@link IllegalArgumentException} that names the property if
 * a value is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface UniqueCounterSettings permits UniqueCounterSettingsValues {

	/** The most that {@link #exactLimit()} can be. */
	int MAX_EXACT = 1000;

	/**
	 * Days in UTC, exact up to 1000 members, kept for 400 days.
	 * @return the settings
	 */
	static UniqueCounterSettings defaults() {
		return UniqueCounterSettingsValues.DEFAULTS;
	}

	/** The zone in which a day begins and ends. */
	ZoneId zone();

	/**
	 * Up to how many members of a day are counted exactly, 0 to 1000; less also saves
	 * memory. A lower one holds with the next addition to a day; a day that became an
	 * estimate stays one.
	 */
	int exactLimit();

	/**
	 * For how long after its end the count of a day is kept, 1 day to 3660 days; a change
	 * holds for days that are counted for the first time afterwards.
	 */
	Duration retention();

	UniqueCounterSettings withZone(ZoneId zone);

	UniqueCounterSettings withExactLimit(int exactLimit);

	UniqueCounterSettings withRetention(Duration retention);

}
