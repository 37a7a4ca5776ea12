// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.geo;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.data.geo.Point;

import io.github.rediscomponents.geo.GeoHit;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPage;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.Trace;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Places of the tutorials, and {@link GeoIndex} in the same scenes.
 */
class GeoTests extends Scene {

	private static final double LONGITUDE = 120.15;

	private static final double LATITUDE = 30.25;

	@Test
	@Trace("Shops nearby")
	void skippedPagesBreakWhenACloserShopOpens() {
		shop("a", 1);
		shop("b", 2);
		shop("c", 3);
		shop("d", 4);
		SkippedShops shops = new SkippedShops(this.redis);
		assertThat(shops.page(LONGITUDE, LATITUDE, 1)).containsExactly("a", "b");
		shop("new", 0);
		assertThat(shops.page(LONGITUDE, LATITUDE, 2)).as("b was on the first page").containsExactly("b", "c");
		this.redis.opsForGeo().remove("shops", "new", "a");
		assertThat(shops.page(LONGITUDE, LATITUDE, 2)).as("c is skipped").containsExactly("d");
	}

	@Test
	void pagesOfAScrollAreOfOneMoment() {
		GeoIndex geo = opened(process().build()).geoIndex();
		geo.putAll("shops", Map.of("a", at(1), "b", at(2), "c", at(3), "d", at(4)));
		NearbyShops shops = new NearbyShops(geo);
		GeoPage first = shops.first(at(0));
		geo.put("shops", "new", at(0));
		geo.remove("shops", "a");
		GeoPage second = shops.next(first.next(), at(0));
		assertThat(List.of(members(first), members(second))).containsExactly(List.of("a", "b"), List.of("c", "d"));
	}

	@Test
	void pageCostsOneScript() {
		GeoIndex geo = opened(process().build()).geoIndex();
		geo.putAll("shops", Map.of("a", at(1), "b", at(2), "c", at(3), "d", at(4)));
		NearbyShops shops = new NearbyShops(geo);
		GeoPage first = shops.first(at(0));
		assertThat(sent(() -> shops.first(at(0)))).isEqualTo(Map.of("evalsha", 1L));
		shops.next(first.next(), at(0));
		assertThat(sent(() -> shops.next(first.next(), at(0)))).isEqualTo(Map.of("evalsha", 1L));
	}

	private void shop(String name, int hundredMetres) {
		GeoPoint point = at(hundredMetres);
		this.redis.opsForGeo().add("shops", new Point(point.longitude(), point.latitude()), name);
	}

	private static GeoPoint at(int hundredMetres) {
		return new GeoPoint(LONGITUDE, LATITUDE + hundredMetres * 0.0009);
	}

	private static List<String> members(GeoPage page) {
		return page.items().stream().map(GeoHit::member).toList();
	}

}
