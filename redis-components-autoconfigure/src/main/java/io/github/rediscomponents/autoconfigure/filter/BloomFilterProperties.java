package io.github.rediscomponents.autoconfigure.filter;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.filter.BloomFilterSettings;

/**
 * Properties of the Bloom filters.
 */
@ConfigurationProperties(prefix = BloomFilterProperties.PREFIX, ignoreUnknownFields = false)
public class BloomFilterProperties {

	static final String PREFIX = "redis-components.bloom-filter";

	/**
	 * Whether to provide Bloom filters.
	 */
	private boolean enabled = true;

	/**
	 * Bloom filters by name; each becomes a bean whose name ends with BloomFilter.
	 */
	private Map<String, BloomFilterEntryProperties> filters = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Map<String, BloomFilterEntryProperties> getFilters() {
		return this.filters;
	}

	public void setFilters(Map<String, BloomFilterEntryProperties> filters) {
		this.filters = filters;
	}

	Map<String, BloomFilterSettings> toSettings() {
		Map<String, BloomFilterSettings> converted = new LinkedHashMap<>();
		this.filters.forEach((name, properties) -> converted.put(name,
				PropertySettings.checked(PREFIX + ".filters." + name, properties::toSettings)));
		return Map.copyOf(converted);
	}

}
