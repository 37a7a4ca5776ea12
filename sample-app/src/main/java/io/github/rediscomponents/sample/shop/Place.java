// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

/**
 * A place, within the range of Redis GEO.
 *
 * @param x longitude in degrees
 * @param y latitude in degrees
 */
record Place(double x, double y) {

	private static final double MAX_X = 180;

	private static final double MAX_Y = 85.05;

	/**
	 * The radius of the earth that Redis uses, so that both compute the same distance.
	 */
	private static final double EARTH_RADIUS = 6372797.560856;

	static boolean isValid(double x, double y) {
		return Math.abs(x) <= MAX_X && Math.abs(y) <= MAX_Y;
	}

	/**
	 * Returns the distance to another place along the surface (haversine).
	 * @param other the other place
	 * @return metres with four decimals, as Redis returns them
	 */
	double metresTo(Place other) {
		double u = Math.sin(Math.toRadians(other.y - this.y) / 2);
		double v = Math.sin(Math.toRadians(other.x - this.x) / 2);
		double a = u * u + Math.cos(Math.toRadians(this.y)) * Math.cos(Math.toRadians(other.y)) * v * v;
		double metres = 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(a)));
		return Math.round(metres * 10_000) / 10_000.0;
	}

}
