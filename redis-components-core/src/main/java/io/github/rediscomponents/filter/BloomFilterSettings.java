// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.time.Duration;

/**
 * Settings of a {@link BloomFilter}. The first three are part of the stored data: a
 * filter that was built with others refuses to answer until it is rebuilt. Immutable:
 * each {@code with} method returns a changed copy, and throws an
 * {@link IllegalArgumentException} that names the property if a value is out of its
 * range.
 *
 * @since 1.0.0
 */
public sealed interface BloomFilterSettings permits BloomFilterSettingsValues {

	/**
	 * Returns a filter of plain strings with an error rate of 1 %, a notification when
	 * half of its bits are set, and a pause of five seconds before the source of a
	 * rebuild is read.
	 * @param capacity for how many elements
	 * @return the settings
	 */
	static BloomFilterSettings of(long capacity) {
		return new BloomFilterSettingsValues(capacity, 0.01, BloomEngine.BITMAP, 0.5, Duration.ofSeconds(5));
	}

	/** For how many elements the filter is made, 1 to 1,000,000,000. */
	long capacity();

	/**
	 * Which part of the elements that were not added is taken for added once the filter
	 * is full, 0.000000001 to 0.5.
	 */
	double errorRate();

	/** Returns the implementation of the bits. */
	BloomEngine engine();

	/**
	 * Share of set bits at which observers are notified, above 0 and at most 1; a filter
	 * with {@code capacity} elements has half of its bits set.
	 */
	double alarmAt();

	/**
	 * Returns how long after its addition an element may need until the source of a
	 * rebuild shows it, 0 to 1 hour: the longest transaction that adds before it commits.
	 */
	Duration settle();

	BloomFilterSettings withErrorRate(double errorRate);

	BloomFilterSettings withEngine(BloomEngine engine);

	BloomFilterSettings withAlarmAt(double alarmAt);

	BloomFilterSettings withSettle(Duration settle);

	BloomFilterSettings withCapacity(long capacity);

}
