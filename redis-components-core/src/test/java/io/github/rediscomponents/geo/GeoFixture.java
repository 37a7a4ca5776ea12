// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.OwnKeysFixture;
import io.github.rediscomponents.test.RedisTopology;

/**
 * An index of its own for each test, and looks at what Redis holds of it.
 */
abstract class GeoFixture extends OwnKeysFixture {

	/** The radius of the sphere that Redis computes on. */
	private static final double EARTH = 6_372_797.560856;

	final GeoIndex index = index(GeoSettings.defaults());

	final GeoPoint berlin = new GeoPoint(13.405, 52.52);

	GeoFixture(RedisTopology topology) {
		super(topology);
	}

	GeoIndex index(GeoSettings settings) {
		return GeoIndex.create(port(), this.keys, new LiveSettings<>(settings));
	}

	/** All pages of a scroll. */
	List<GeoHit> scroll(GeoArea area, int size) {
		GeoPage page = this.index.nearby("shops", area, size);
		List<GeoHit> all = new ArrayList<>(page.items());
		while (page.hasNext()) {
			page = (GeoPage) this.index.next("shops", page.next(), size);
			all.addAll(page.items());
		}
		return all;
	}

	/** Along a great circle. */
	static double metres(GeoPoint one, GeoPoint other) {
		double latitudes = Math.sin(Math.toRadians(other.latitude() - one.latitude()) / 2);
		double longitudes = Math.sin(Math.toRadians(other.longitude() - one.longitude()) / 2);
		return 2 * EARTH
				* Math.asin(Math.min(1, Math.sqrt(latitudes * latitudes + Math.cos(Math.toRadians(one.latitude()))
						* Math.cos(Math.toRadians(other.latitude())) * longitudes * longitudes)));
	}

	String pointsKey() {
		return this.keys.key("geo", "shops", "points");
	}

	/** The key of the only scroll. */
	String scrollKey() {
		return keysLeft().stream().filter((key) -> key.contains(":scroll:")).findFirst().orElseThrow();
	}

}
