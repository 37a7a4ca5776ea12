// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import io.github.rediscomponents.support.Checks;

/**
 * A place on Earth, in degrees of WGS 84. Redis keeps it to 52 bits, which moves it by
 * less than a metre, and computes on a sphere, which is wrong by up to 0.5 %.
 *
 * @param longitude east positive, -180 to 180
 * @param latitude north positive, -85.05112878 to 85.05112878, which is how far the
 * Mercator projection goes that Redis uses
 * @since 1.0.0
 */
public record GeoPoint(double longitude, double latitude) {

	/** The northernmost latitude of an index; its negative is the southernmost. */
	public static final double MAX_LATITUDE = 85.05112878;

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range or not a number
	 */
	public GeoPoint {
		check("longitude", longitude, 180);
		check("latitude", latitude, MAX_LATITUDE);
	}

	private static void check(String name, double value, double limit) {
		// Not a number is neither above nor below.
		Checks.isTrue(value >= -limit && value <= limit,
				name + " must be between -" + limit + " and " + limit + ", was " + value);
	}

}
