package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.ZoneId;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of a {@link UniqueCounter}.
 *
 * @param zone where a day begins and ends
 * @param exactLimit up to how many members of a day are counted exactly, 0 to 1000; less
 * also saves memory. A lower one holds with the next addition to a day; a day that became
 * an estimate stays one
 * @param retention for how long after its end the count of a day is kept, 1 day to 3660
 * days; a change holds for days that are counted for the first time afterwards
 */
public record UniqueCounterSettings(ZoneId zone, int exactLimit, Duration retention) {

	/** The most that {@link #exactLimit()} can be. */
	public static final int MAX_EXACT = 1000;

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code unique-counter.} and the property's name
	 */
	public UniqueCounterSettings {
		Checks.notNull("unique-counter.zone", zone);
		Checks.between("unique-counter.exact-limit", exactLimit, 0, MAX_EXACT);
		Checks.between("unique-counter.retention", retention, Duration.ofDays(1), Duration.ofDays(3660));
	}

	/**
	 * Days in UTC, exact up to 1000 members, kept for 400 days.
	 * @return the settings
	 */
	public static UniqueCounterSettings defaults() {
		return new UniqueCounterSettings(ZoneId.of("UTC"), MAX_EXACT, Duration.ofDays(400));
	}

	public UniqueCounterSettings withZone(ZoneId other) {
		return new UniqueCounterSettings(other, this.exactLimit, this.retention);
	}

	public UniqueCounterSettings withExactLimit(int other) {
		return new UniqueCounterSettings(this.zone, other, this.retention);
	}

	public UniqueCounterSettings withRetention(Duration other) {
		return new UniqueCounterSettings(this.zone, this.exactLimit, other);
	}

}
