package io.github.rediscomponents.filter;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of a {@link BloomFilter}. The first three belong to what is stored: a filter
 * that was built with others refuses to answer until it is rebuilt.
 *
 * @param capacity for how many elements the filter is made, 1 to 1,000,000,000
 * @param errorRate which part of the elements that were not added is taken for added once
 * the filter is full, 0.000000001 to 0.5
 * @param engine what keeps the bits
 * @param alarmAt which part of the bits may be set before listeners are told, above 0 and
 * at most 1; a filter with {@code capacity} elements has half of its bits set
 * @param settle how long after its addition an element may need until the source of a
 * rebuild shows it, 0 to 1 hour: the longest transaction that adds before it commits
 */
public record BloomFilterSettings(long capacity, double errorRate, BloomEngine engine, double alarmAt,
		Duration settle) {

	static final double LEAST_ERROR_RATE = 1e-9;

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code bloom-filter.} and the property's name
	 */
	public BloomFilterSettings {
		Checks.between("bloom-filter.capacity", capacity, 1, 1_000_000_000);
		Checks.isTrue(errorRate >= LEAST_ERROR_RATE && errorRate <= 0.5,
				"bloom-filter.error-rate must be between 0.000000001 and 0.5, was " + errorRate);
		Checks.notNull("bloom-filter.engine", engine);
		Checks.isTrue(alarmAt > 0 && alarmAt <= 1,
				"bloom-filter.alarm-at must be above 0 and at most 1, was " + alarmAt);
		Checks.between("bloom-filter.settle", settle, Duration.ZERO, Duration.ofHours(1));
	}

	/**
	 * A filter of plain strings that is wrong for one of a hundred, tells when half of
	 * its bits are set, and waits five seconds before it reads the source of a rebuild.
	 * @param capacity for how many elements
	 * @return the settings
	 */
	public static BloomFilterSettings of(long capacity) {
		return new BloomFilterSettings(capacity, 0.01, BloomEngine.BITMAP, 0.5, Duration.ofSeconds(5));
	}

	public BloomFilterSettings withErrorRate(double other) {
		return new BloomFilterSettings(this.capacity, other, this.engine, this.alarmAt, this.settle);
	}

	public BloomFilterSettings withEngine(BloomEngine other) {
		return new BloomFilterSettings(this.capacity, this.errorRate, other, this.alarmAt, this.settle);
	}

	public BloomFilterSettings withAlarmAt(double other) {
		return new BloomFilterSettings(this.capacity, this.errorRate, this.engine, other, this.settle);
	}

	public BloomFilterSettings withSettle(Duration other) {
		return new BloomFilterSettings(this.capacity, this.errorRate, this.engine, this.alarmAt, other);
	}

}
