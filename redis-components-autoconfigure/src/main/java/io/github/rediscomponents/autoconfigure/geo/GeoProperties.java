package io.github.rediscomponents.autoconfigure.geo;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.geo.GeoSettings;

/**
 * Properties of the geo index.
 *
 * @param enabled Whether to provide a geo index.
 * @param maxResults Most members that a scroll finds.
 * @param scrollTtl Time for which a scroll is kept after it was last read.
 */
@ConfigurationProperties(prefix = GeoProperties.PREFIX, ignoreUnknownFields = false)
public record GeoProperties(@DefaultValue("true") boolean enabled, @DefaultValue("10000") int maxResults,
		@DefaultValue("1m") Duration scrollTtl) {

	static final String PREFIX = "redis-components.geo";

	GeoSettings toSettings() {
		return new GeoSettings(this.maxResults, this.scrollTtl);
	}

}
