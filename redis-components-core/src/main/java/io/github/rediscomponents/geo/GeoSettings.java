// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import java.time.Duration;

/**
 * Settings of a {@link GeoIndex}. Immutable: each {@code with} method returns a changed
 * copy, and throws an {@link IllegalArgumentException} that names the property if a value
 * is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface GeoSettings permits GeoSettingsValues {

	/**
	 * At most 10,000 members, kept for a minute.
	 * @return the settings
	 */
	static GeoSettings defaults() {
		return GeoSettingsValues.DEFAULTS;
	}

	/** The most members that a scroll finds, 1 to 100,000; the nearest are kept. */
	int maxResults();

	/** For how long a scroll is kept after it was last read, 1 second to 1 hour. */
	Duration scrollTtl();

	GeoSettings withMaxResults(int maxResults);

	GeoSettings withScrollTtl(Duration scrollTtl);

}
