// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.geo;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.geo.GeoSettings;

/**
 * Properties of the geo index.
 *
 * @param enabled Whether to provide a geo index.
 * @param maxResults Maximum number of members that a scroll contains.
 * @param scrollTtl Time for which a scroll is kept after it was last read.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = GeoProperties.PREFIX, ignoreUnknownFields = false)
public record GeoProperties(@DefaultValue("true") boolean enabled, @DefaultValue("10000") int maxResults,
		@DefaultValue("1m") Duration scrollTtl, @Nullable String server) implements ComponentProperties<GeoSettings> {

	static final String PREFIX = "redis-components.geo";

	@Override
	public GeoSettings toSettings() {
		return GeoSettings.defaults().withMaxResults(this.maxResults).withScrollTtl(this.scrollTtl);
	}

}
