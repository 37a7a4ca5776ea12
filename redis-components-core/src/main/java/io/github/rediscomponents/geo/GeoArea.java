// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import io.github.rediscomponents.support.Checks;

/**
 * The area of a search, including its edge.
 *
 * @since 1.0.0
 */
public sealed interface GeoArea {

	/** The longest radius in metres: half way around the Earth. */
	double MAX_RADIUS = 20_037_508;

	/** The longest side of a box in metres. */
	double MAX_SIDE = 5_000_000;

	/**
	 * The place from which distances are measured.
	 * @return the centre
	 */
	GeoPoint center();

	/**
	 * A circle.
	 * @param center its centre
	 * @param metres its radius, above 0 and at most {@link #MAX_RADIUS}
	 * @return the area
	 * @throws IllegalArgumentException if the radius is out of its range
	 */
	static GeoArea radius(GeoPoint center, double metres) {
		return new Radius(center, metres);
	}

	/**
	 * A box whose sides point to north and east, with a place in its middle. A search of
	 * one that reaches beyond {@link GeoPoint#MAX_LATITUDE} may lack members.
	 * @param center its middle
	 * @param width metres from west to east, above 0 and at most {@link #MAX_SIDE}
	 * @param height metres from south to north, above 0 and at most {@link #MAX_SIDE}
	 * @return the area
	 * @throws IllegalArgumentException if a side is out of its range
	 */
	static GeoArea box(GeoPoint center, double width, double height) {
		return new Box(center, width, height);
	}

	/**
	 * A circle.
	 *
	 * @param center its centre
	 * @param metres its radius
	 */
	record Radius(GeoPoint center, double metres) implements GeoArea {

		public Radius {
			Checks.notNull("center", center);
			Checks.isTrue(metres > 0 && metres <= MAX_RADIUS,
					"radius must be above 0 and at most " + MAX_RADIUS + ", was " + metres);
		}

	}

	/**
	 * A box.
	 *
	 * @param center its middle
	 * @param width metres from west to east
	 * @param height metres from south to north
	 */
	record Box(GeoPoint center, double width, double height) implements GeoArea {

		public Box {
			Checks.notNull("center", center);
			Checks.isTrue(width > 0 && width <= MAX_SIDE,
					"width must be above 0 and at most " + MAX_SIDE + ", was " + width);
			Checks.isTrue(height > 0 && height <= MAX_SIDE,
					"height must be above 0 and at most " + MAX_SIDE + ", was " + height);
		}

	}

}
