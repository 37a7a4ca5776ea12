package io.github.rediscomponents.autoconfigure.cache;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;

/**
 * Properties of the {@code CacheClient}.
 *
 * @param enabled Whether to provide a CacheClient.
 * @param clearVisibleWithin Longest time after which a clear by another process is
 * noticed when its message was lost.
 * @param defaults What holds for every cache that does not say otherwise.
 * @param caches Settings of single caches by name.
 */
@ConfigurationProperties(prefix = CacheProperties.PREFIX, ignoreUnknownFields = false)
public record CacheProperties(@DefaultValue("true") boolean enabled, @DefaultValue("1s") Duration clearVisibleWithin,
		@NestedConfigurationProperty @DefaultValue CacheEntryProperties defaults,
		@DefaultValue Map<String, CacheEntryProperties> caches) {

	static final String PREFIX = "redis-components.cache";

	/**
	 * Converts the properties.
	 * @param filters the names of the declared Bloom filters
	 */
	CacheRegistrySettings toSettings(Set<String> filters) {
		if (this.defaults.bloomFilter() != null) {
			throw new InvalidPropertyException(PREFIX + ".defaults.bloom-filter",
					"must stand with a single cache, because each has keys of its own");
		}
		this.caches.forEach((name, properties) -> {
			String filter = properties.bloomFilter();
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
