package io.github.rediscomponents.autoconfigure.filter;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.filter.BloomFilterSettings;

/**
 * Properties of the Bloom filters.
 *
 * @param enabled Whether to provide Bloom filters.
 * @param filters Bloom filters by name; each becomes a bean whose name ends with
 * BloomFilter.
 */
@ConfigurationProperties(prefix = BloomFilterProperties.PREFIX, ignoreUnknownFields = false)
public record BloomFilterProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue Map<String, BloomFilterEntryProperties> filters) {

	static final String PREFIX = "redis-components.bloom-filter";

	Map<String, BloomFilterSettings> toSettings() {
		Map<String, BloomFilterSettings> converted = new LinkedHashMap<>();
		this.filters.forEach((name, properties) -> converted.put(name,
				PropertySettings.checked(PREFIX + ".filters." + name, properties::toSettings)));
		return Map.copyOf(converted);
	}

}
