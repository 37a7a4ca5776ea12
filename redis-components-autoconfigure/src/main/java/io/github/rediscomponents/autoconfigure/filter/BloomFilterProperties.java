// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.filter;

import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.filter.BloomFilterSettings;

/**
 * Properties of the Bloom filters.
 *
 * @param enabled Whether to provide Bloom filters.
 * @param filters Bloom filters by name; each becomes a bean whose name ends with
 * BloomFilter.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = BloomFilterProperties.PREFIX, ignoreUnknownFields = false)
public record BloomFilterProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue Map<String, BloomFilterEntryProperties> filters,
		@Nullable String server) implements ComponentProperties<Map<String, BloomFilterSettings>> {

	static final String PREFIX = "redis-components.bloom-filter";

	@Override
	public Map<String, BloomFilterSettings> toSettings() {
		return PropertySettings.checkedAll(PREFIX + ".filters", this.filters, BloomFilterEntryProperties::toSettings);
	}

	@Override
	public Stream<String> restartOnly() {
		return this.filters.keySet()
			.stream()
			.flatMap((name) -> Stream.of("capacity", "error-rate", "engine")
				.map((key) -> "filters." + name + '.' + key));
	}

}
