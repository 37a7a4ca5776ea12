// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.ZoneId;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link ViewCounterSettings}.
 */
record ViewCounterSettingsValues(ZoneId zone, boolean exact, Duration flushInterval, Duration minuteRetention,
		Duration hourRetention, Duration dayRetention, int maxPages,
		int maxPendingPages) implements ViewCounterSettings {

	private static final int MOST_PAGES = 1_000_000;

	static final ViewCounterSettingsValues DEFAULTS = new ViewCounterSettingsValues(ZoneId.of("UTC"), false,
			Duration.ofSeconds(1), Duration.ofHours(2), Duration.ofDays(8), Duration.ofDays(400), 100_000, 100_000);

	ViewCounterSettingsValues {
		Checks.notNull("view-counter.zone", zone);
		Checks.between("view-counter.flush-interval", flushInterval, Duration.ofMillis(100), Duration.ofMinutes(1));
		Checks.between("view-counter.minute-retention", minuteRetention, Duration.ofMinutes(1), Duration.ofDays(7));
		Checks.between("view-counter.hour-retention", hourRetention, Duration.ofHours(1), Duration.ofDays(400));
		Checks.between("view-counter.day-retention", dayRetention, Duration.ofDays(1), Duration.ofDays(3660));
		Checks.between("view-counter.max-pages", maxPages, 1, MOST_PAGES);
		Checks.between("view-counter.max-pending-pages", maxPendingPages, 1, MOST_PAGES);
	}

	@Override
	public ViewCounterSettings withZone(ZoneId other) {
		return new ViewCounterSettingsValues(other, this.exact, this.flushInterval, this.minuteRetention,
				this.hourRetention, this.dayRetention, this.maxPages, this.maxPendingPages);
	}

	@Override
	public ViewCounterSettings withExact(boolean other) {
		return new ViewCounterSettingsValues(this.zone, other, this.flushInterval, this.minuteRetention,
				this.hourRetention, this.dayRetention, this.maxPages, this.maxPendingPages);
	}

	@Override
	public ViewCounterSettings withFlushInterval(Duration other) {
		return new ViewCounterSettingsValues(this.zone, this.exact, other, this.minuteRetention, this.hourRetention,
				this.dayRetention, this.maxPages, this.maxPendingPages);
	}

	@Override
	public ViewCounterSettings withMinuteRetention(Duration other) {
		return new ViewCounterSettingsValues(this.zone, this.exact, this.flushInterval, other, this.hourRetention,
				this.dayRetention, this.maxPages, this.maxPendingPages);
	}

	@Override
	public ViewCounterSettings withHourRetention(Duration other) {
		return new ViewCounterSettingsValues(this.zone, this.exact, this.flushInterval, this.minuteRetention, other,
				this.dayRetention, this.maxPages, this.maxPendingPages);
	}

	@Override
	public ViewCounterSettings withDayRetention(Duration other) {
		return new ViewCounterSettingsValues(this.zone, this.exact, this.flushInterval, this.minuteRetention,
				this.hourRetention, other, this.maxPages, this.maxPendingPages);
	}

	@Override
	public ViewCounterSettings withMaxPages(int other) {
		return new ViewCounterSettingsValues(this.zone, this.exact, this.flushInterval, this.minuteRetention,
				this.hourRetention, this.dayRetention, other, this.maxPendingPages);
	}

	@Override
	public ViewCounterSettings withMaxPendingPages(int other) {
		return new ViewCounterSettingsValues(this.zone, this.exact, this.flushInterval, this.minuteRetention,
				this.hourRetention, this.dayRetention, this.maxPages, other);
	}

}
