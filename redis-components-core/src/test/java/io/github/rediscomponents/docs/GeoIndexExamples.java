// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.Map;
import java.util.OptionalDouble;

import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoHit;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPage;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.geo.GeoResult;

/**
 * The code of the page about the geo index.
 */
class GeoIndexExamples {

	static class Shops {

		private final GeoIndex geo;

		Shops(GeoIndex geo) {
			this.geo = geo;
		}

		void opened(String shop, double longitude, double latitude) {
			this.geo.put("shops", shop, new GeoPoint(longitude, latitude));
		}

		GeoPage near(GeoPoint me) {
			return this.geo.nearby("shops", GeoArea.radius(me, 5000), 20);
		}

		GeoPage more(String cursor, GeoPoint me) {
			GeoResult result = this.geo.next("shops", cursor, 20);
			// Expired: start again.
			return (result instanceof GeoPage page) ? page : near(me);
		}

		void rebuilt(Map<String, GeoPoint> all) {
			this.geo.replaceAll("shops", all);
		}

		boolean moved(String shop, GeoPoint place) {
			return this.geo.putIfAny("shops", shop, place); // false: rebuild it
		}

	}

	String others(GeoIndex geo, GeoPoint me, Map<String, GeoPoint> all) {
		long added = geo.putAll("shops", all);
		OptionalDouble metres = geo.distance("shops", "a", "b");
		GeoHit nearest = geo.nearest("shops", GeoArea.box(me, 2000, 1000), 1).get(0);
		boolean closed = geo.remove("shops", "a");
		return added + " " + metres + nearest.member() + closed;
	}

}
