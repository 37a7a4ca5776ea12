// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.filter;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.filter.BloomEngine;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of one Bloom filter.
 *
 * @param capacity Number of elements for which the filter is sized.
 * @param errorRate Fraction of elements that were not added which the full filter reports
 * as added.
 * @param engine Implementation of the filter.
 * @param alarmAt Fraction of set bits above which the filter reports that it is too full.
 * @param settle Longest time after its addition until the source of a rebuild shows an
 * element.
 * @param server Name of the Redis, one of redis-components.servers; that of the component
 * if not set.
 * @since 1.0.0
 */
public record BloomFilterEntryProperties(@Nullable Long capacity, @DefaultValue("0.01") double errorRate,
		@DefaultValue("bitmap") BloomEngine engine, @DefaultValue("0.5") double alarmAt,
		@DefaultValue("5s") Duration settle, @Nullable String server) {

	BloomFilterSettings toSettings() {
		return BloomFilterSettings.of(Checks.notNull("bloom-filter.capacity", this.capacity))
			.withErrorRate(this.errorRate)
			.withEngine(this.engine)
			.withAlarmAt(this.alarmAt)
			.withSettle(this.settle);
	}

}
