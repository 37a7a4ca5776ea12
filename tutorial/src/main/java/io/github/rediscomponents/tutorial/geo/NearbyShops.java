// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.geo;

import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPage;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.geo.GeoResult;

/**
 * The same with {@link GeoIndex}.
 */
public class NearbyShops {

	private final GeoIndex geo;

	public NearbyShops(GeoIndex geo) {
		this.geo = geo;
	}

	public GeoPage first(GeoPoint me) {
		return this.geo.nearby("shops", GeoArea.radius(me, 5000), 2);
	}

	public GeoPage next(String cursor, GeoPoint me) {
		GeoResult result = this.geo.next("shops", cursor, 2);
		return (result instanceof GeoPage page) ? page : first(me);
	}

}
