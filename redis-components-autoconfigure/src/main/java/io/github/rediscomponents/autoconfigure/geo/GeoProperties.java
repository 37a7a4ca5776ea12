package io.github.rediscomponents.autoconfigure.geo;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.geo.GeoSettings;

/**
 * Properties of the geo index.
 */
@ConfigurationProperties(prefix = GeoProperties.PREFIX, ignoreUnknownFields = false)
public class GeoProperties {

	static final String PREFIX = "redis-components.geo";

	/**
	 * Whether to provide a geo index.
	 */
	private boolean enabled = true;

	/**
	 * Most members that a scroll finds.
	 */
	private int maxResults = 10_000;

	/**
	 * Time for which a scroll is kept after it was last read.
	 */
	private Duration scrollTtl = Duration.ofMinutes(1);

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public int getMaxResults() {
		return this.maxResults;
	}

	public void setMaxResults(int maxResults) {
		this.maxResults = maxResults;
	}

	public Duration getScrollTtl() {
		return this.scrollTtl;
	}

	public void setScrollTtl(Duration scrollTtl) {
		this.scrollTtl = scrollTtl;
	}

	GeoSettings toSettings() {
		return new GeoSettings(this.maxResults, this.scrollTtl);
	}

}
