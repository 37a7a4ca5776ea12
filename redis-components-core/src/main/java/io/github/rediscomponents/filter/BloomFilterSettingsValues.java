// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link BloomFilterSettings}.
 */
record BloomFilterSettingsValues(long capacity, double errorRate, BloomEngine engine, double alarmAt,
		Duration settle) implements BloomFilterSettings {

	static final double LEAST_ERROR_RATE = 1e-9;

	BloomFilterSettingsValues {
		Checks.between("bloom-filter.capacity", capacity, 1, 1_000_000_000);
		Checks.isTrue(errorRate >= LEAST_ERROR_RATE && errorRate <= 0.5,
				"bloom-filter.error-rate must be between 0.000000001 and 0.5, was " + errorRate);
		Checks.notNull("bloom-filter.engine", engine);
		Checks.isTrue(alarmAt > 0 && alarmAt <= 1,
				"bloom-filter.alarm-at must be above 0 and at most 1, was " + alarmAt);
		Checks.between("bloom-filter.settle", settle, Duration.ZERO, Duration.ofHours(1));
	}

	@Override
	public BloomFilterSettings withErrorRate(double other) {
		return new BloomFilterSettingsValues(this.capacity, other, this.engine, this.alarmAt, this.settle);
	}

	@Override
	public BloomFilterSettings withEngine(BloomEngine other) {
		return new BloomFilterSettingsValues(this.capacity, this.errorRate, other, this.alarmAt, this.settle);
	}

	@Override
	public BloomFilterSettings withAlarmAt(double other) {
		return new BloomFilterSettingsValues(this.capacity, this.errorRate, this.engine, other, this.settle);
	}

	@Override
	public BloomFilterSettings withSettle(Duration other) {
		return new BloomFilterSettingsValues(this.capacity, this.errorRate, this.engine, this.alarmAt, other);
	}

	@Override
	public BloomFilterSettings withCapacity(long other) {
		return new BloomFilterSettingsValues(other, this.errorRate, this.engine, this.alarmAt, this.settle);
	}

}
