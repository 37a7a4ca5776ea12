package io.github.rediscomponents.geo;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of a {@link GeoIndex}.
 *
 * @param maxResults the most members that a scroll finds, 1 to 100,000; the nearest are
 * kept
 * @param scrollTtl for how long a scroll is kept after it was last read, 1 second to 1
 * hour
 */
public record GeoSettings(int maxResults, Duration scrollTtl) {

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code geo.} and the property's name
	 */
	public GeoSettings {
		Checks.between("geo.max-results", maxResults, 1, 100_000);
		Checks.between("geo.scroll-ttl", scrollTtl, Duration.ofSeconds(1), Duration.ofHours(1));
	}

	/**
	 * At most 10,000 members, kept for a minute.
	 * @return the settings
	 */
	public static GeoSettings defaults() {
		return new GeoSettings(10_000, Duration.ofMinutes(1));
	}

	public GeoSettings withMaxResults(int other) {
		return new GeoSettings(other, this.scrollTtl);
	}

	public GeoSettings withScrollTtl(Duration other) {
		return new GeoSettings(this.maxResults, other);
	}

}
