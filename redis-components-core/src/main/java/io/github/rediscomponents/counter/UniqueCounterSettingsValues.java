// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.ZoneId;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link UniqueCounterSettings}.
 */
record UniqueCounterSettingsValues(ZoneId zone, int exactLimit, Duration retention) implements UniqueCounterSettings {

	static final UniqueCounterSettingsValues DEFAULTS = new UniqueCounterSettingsValues(ZoneId.of("UTC"), MAX_EXACT,
			Duration.ofDays(400));

	UniqueCounterSettingsValues {
		Checks.notNull("unique-counter.zone", zone);
		Checks.between("unique-counter.exact-limit", exactLimit, 0, MAX_EXACT);
		Checks.between("unique-counter.retention", retention, Duration.ofDays(1), Duration.ofDays(3660));
	}

	@Override
	public UniqueCounterSettings withZone(ZoneId other) {
		return new UniqueCounterSettingsValues(other, this.exactLimit, this.retention);
	}

	@Override
	public UniqueCounterSettings withExactLimit(int other) {
		return new UniqueCounterSettingsValues(this.zone, other, this.retention);
	}

	@Override
	public UniqueCounterSettings withRetention(Duration other) {
		return new UniqueCounterSettingsValues(this.zone, this.exactLimit, other);
	}

}
