// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.filter.BloomFilters;

/**
 * Properties of the {@code CacheClient}.
 *
 * @param enabled Whether to provide a CacheClient.
 * @param clearVisibleWithin Longest time after which a clear by another process is
 * noticed when its message was lost.
 * @param probeInterval Time between two proofs that the messages of other processes
 * arrive, for local levels.
 * @param defaults Settings of caches that do not set them.
 * @param caches Settings of single caches by name.
 * @param spring Properties of Spring's cache abstraction.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = CacheProperties.PREFIX, ignoreUnknownFields = false)
public record CacheProperties(@DefaultValue("true") boolean enabled, @DefaultValue("1s") Duration clearVisibleWithin,
		@DefaultValue("1s") Duration probeInterval,
		@NestedConfigurationProperty @DefaultValue CacheEntryProperties defaults,
		@DefaultValue Map<String, CacheEntryProperties> caches,
		@NestedConfigurationProperty @DefaultValue SpringCacheProperties spring,
		@Nullable String server) implements ComponentProperties<CacheRegistrySettings> {

	static final String PREFIX = "redis-components.cache";

	@Override
	public boolean refersToOthers() {
		return true;
	}

	/**
	 * Checks that the types of the caches exist, and that their Bloom filters are
	 * declared.
	 */
	@Override
	public void check(BeanFactory beans) {
		TypedDeclaration.check(PREFIX + ".caches", this.caches, beans);
		this.caches.forEach((name, properties) -> {
			String filter = properties.bloomFilter();
			if (filter != null) {
				BloomFilters declared = beans.getBeanProvider(BloomFilters.class).getIfAvailable();
				Set<String> filters = (declared != null) ? declared.names() : Set.of();
				if (!filters.contains(filter)) {
					throw new InvalidPropertyException(PREFIX + ".caches." + name + ".bloom-filter",
							"must be the name of a declared Bloom filter, one of " + filters + ", was '" + filter
									+ "'");
				}
			}
		});
	}

	@Override
	public Stream<String> restartOnly() {
		return Stream.concat(Stream.of("spring.enabled", "spring.trusted-packages"),
				this.caches.keySet().stream().map((name) -> "caches." + name + ".type"));
	}

	@Override
	public CacheRegistrySettings toSettings() {
		if (this.defaults.bloomFilter() != null) {
			throw new InvalidPropertyException(PREFIX + ".defaults.bloom-filter",
					"must stand with a single cache, because each has keys of its own");
		}
		if (this.defaults.type() != null) {
			throw new InvalidPropertyException(PREFIX + ".defaults.type",
					"must stand with a single cache, because each has values of its own");
		}
		if (this.defaults.server() != null) {
			throw new InvalidPropertyException(PREFIX + ".defaults.server",
					"must stand with a single cache; " + PREFIX + ".server is that of all");
		}
		this.spring.check(PREFIX + ".spring");
		CacheSettings common = this.defaults.over(PREFIX + ".defaults", CacheSettings.defaults());
		Map<String, CacheSettings> own = new LinkedHashMap<>();
		this.caches.forEach((name, properties) -> own.put(name, properties.over(PREFIX + ".caches." + name, common)));
		return CacheRegistrySettings.defaults()
			.withCommon(common)
			.withCaches(own)
			.withClearVisibleWithin(this.clearVisibleWithin)
			.withProbeInterval(this.probeInterval);
	}

}
