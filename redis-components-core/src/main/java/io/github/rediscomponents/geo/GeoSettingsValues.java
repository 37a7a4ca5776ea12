// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link GeoSettings}.
 */
record GeoSettingsValues(int maxResults, Duration scrollTtl) implements GeoSettings {

	static final GeoSettingsValues DEFAULTS = new GeoSettingsValues(10_000, Duration.ofMinutes(1));

	GeoSettingsValues {
		Checks.between("geo.max-results", maxResults, 1, 100_000);
		Checks.between("geo.scroll-ttl", scrollTtl, Duration.ofSeconds(1), Duration.ofHours(1));
	}

	@Override
	public GeoSettings withMaxResults(int other) {
		return new GeoSettingsValues(other, this.scrollTtl);
	}

	@Override
	public GeoSettings withScrollTtl(Duration other) {
		return new GeoSettingsValues(this.maxResults, other);
	}

}
