package io.github.rediscomponents.autoconfigure.cache;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;

/**
 * Properties of the {@code CacheClient}.
 */
@ConfigurationProperties(prefix = CacheProperties.PREFIX, ignoreUnknownFields = false)
public class CacheProperties {

	static final String PREFIX = "redis-components.cache";

	/**
	 * Whether to provide a CacheClient.
	 */
	private boolean enabled = true;

	/**
	 * Longest time after which a clear by another process is noticed when its message was
	 * lost.
	 */
	private Duration clearVisibleWithin = Duration.ofSeconds(1);

	/**
	 * What holds for every cache that does not say otherwise.
	 */
	@NestedConfigurationProperty
	private CacheEntryProperties defaults = new CacheEntryProperties();

	/**
	 * Settings of single caches by name.
	 */
	private Map<String, CacheEntryProperties> caches = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Duration getClearVisibleWithin() {
		return this.clearVisibleWithin;
	}

	public void setClearVisibleWithin(Duration clearVisibleWithin) {
		this.clearVisibleWithin = clearVisibleWithin;
	}

	public CacheEntryProperties getDefaults() {
		return this.defaults;
	}

	public void setDefaults(CacheEntryProperties defaults) {
		this.defaults = defaults;
	}

	public Map<String, CacheEntryProperties> getCaches() {
		return this.caches;
	}

	public void setCaches(Map<String, CacheEntryProperties> caches) {
		this.caches = caches;
	}

	/**
	 * Converts the properties.
	 * @param filters the names of the declared Bloom filters
	 */
	CacheRegistrySettings toSettings(Set<String> filters) {
		if (this.defaults.getBloomFilter() != null) {
			throw new InvalidPropertyException(PREFIX + ".defaults.bloom-filter",
					"must stand with a single cache, because each has keys of its own");
		}
		this.caches.forEach((name, properties) -> {
			String filter = properties.getBloomFilter();
			if (filter != null && !filters.contains(filter)) {
				throw new InvalidPropertyException(PREFIX + ".caches." + name + ".bloom-filter",
						"must be the name of a declared Bloom filter, one of " + filters + ", was '" + filter + "'");
			}
		});
		CacheSettings common = PropertySettings.checked(PREFIX + ".defaults",
				() -> this.defaults.over(CacheSettings.defaults()));
		Map<String, CacheSettings> named = new LinkedHashMap<>();
		this.caches.forEach((name, properties) -> named.put(name,
				PropertySettings.checked(PREFIX + ".caches." + name, () -> properties.over(common))));
		return new CacheRegistrySettings(common, named, this.clearVisibleWithin);
	}

}
