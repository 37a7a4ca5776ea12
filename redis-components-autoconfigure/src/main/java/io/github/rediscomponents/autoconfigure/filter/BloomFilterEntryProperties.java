package io.github.rediscomponents.autoconfigure.filter;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.filter.BloomEngine;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of one Bloom filter.
 */
public class BloomFilterEntryProperties {

	/**
	 * Number of elements for which the filter is made.
	 */
	private @Nullable Long capacity;

	/**
	 * Part of the elements that were not added which the full filter takes for added.
	 */
	private double errorRate = 0.01;

	/**
	 * What keeps the bits.
	 */
	private BloomEngine engine = BloomEngine.BITMAP;

	/**
	 * Part of the bits that may be set before the filter tells that it is too full.
	 */
	private double alarmAt = 0.5;

	/**
	 * Longest time after its addition until the source of a rebuild shows an element.
	 */
	private Duration settle = Duration.ofSeconds(5);

	public @Nullable Long getCapacity() {
		return this.capacity;
	}

	public void setCapacity(@Nullable Long capacity) {
		this.capacity = capacity;
	}

	public double getErrorRate() {
		return this.errorRate;
	}

	public void setErrorRate(double errorRate) {
		this.errorRate = errorRate;
	}

	public BloomEngine getEngine() {
		return this.engine;
	}

	public void setEngine(BloomEngine engine) {
		this.engine = engine;
	}

	public double getAlarmAt() {
		return this.alarmAt;
	}

	public void setAlarmAt(double alarmAt) {
		this.alarmAt = alarmAt;
	}

	public Duration getSettle() {
		return this.settle;
	}

	public void setSettle(Duration settle) {
		this.settle = settle;
	}

	BloomFilterSettings toSettings() {
		return new BloomFilterSettings(Checks.notNull("bloom-filter.capacity", this.capacity), this.errorRate,
				this.engine, this.alarmAt, this.settle);
	}

}
