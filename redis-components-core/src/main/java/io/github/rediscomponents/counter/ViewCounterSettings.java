// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.ZoneId;

/**
 * Settings of a {@link ViewCounter}. Immutable: each {@code with} method returns a
 * changed copy, and throws an {@link IllegalArgumentException} that names the property if
 * a value is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface ViewCounterSettings permits ViewCounterSettingsValues {

	/**
	 * Days in UTC; minutes kept for 2 hours, hours for 8 days, days for 400 days; sent
	 * each second.
	 * @return the settings
	 */
	static ViewCounterSettings defaults() {
		return ViewCounterSettingsValues.DEFAULTS;
	}

	/** The zone in which a day begins and ends. */
	ZoneId zone();

	/**
	 * Whether each view is counted in Redis before {@link ViewCounter#record} returns, at
	 * the cost of a round trip.
	 */
	boolean exact();

	/**
	 * How often a process sends what it counted, 100 ms to 1 minute: what a crash may
	 * lose.
	 */
	Duration flushInterval();

	/** For how long after its end a minute is kept, 1 minute to 7 days. */
	Duration minuteRetention();

	/** For how long after its end an hour is kept, 1 hour to 400 days. */
	Duration hourRetention();

	/** For how long after its end a day is kept, 1 day to 3660 days. */
	Duration dayRetention();

	/** How many pages a minute, an hour and a day list, 1 to 1,000,000. */
	int maxPages();

	/** How many pages wait in a process, 1 to 1,000,000. */
	int maxPendingPages();

	ViewCounterSettings withZone(ZoneId zone);

	ViewCounterSettings withExact(boolean exact);

	ViewCounterSettings withFlushInterval(Duration flushInterval);

	ViewCounterSettings withMinuteRetention(Duration minuteRetention);

	ViewCounterSettings withHourRetention(Duration hourRetention);

	ViewCounterSettings withDayRetention(Duration dayRetention);

	ViewCounterSettings withMaxPages(int maxPages);

	ViewCounterSettings withMaxPendingPages(int maxPendingPages);

}
