// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.Comparator;
import java.util.List;

import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPoint;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What tests do with the index of places.
 */
final class NearbyAccess {

	private static final double TOLERANCE = 2;

	private NearbyAccess() {
	}

	static void rebuild(ApplicationContext context, long typeId) {
		ShopStore store = context.getBean(ShopStore.class);
		assertThat(context.getBean(NearbyIndex.class).rebuild(typeId, () -> store.places(typeId))).isTrue();
	}

	/** Writes into the index as a foreign client. */
	static void put(ApplicationContext context, long typeId, String member, double x, double y) {
		context.getBean(GeoIndex.class).put("shops:" + typeId, member, new GeoPoint(x, y));
	}

	static boolean contains(ApplicationContext context, long typeId, String member) {
		return context.getBean(GeoIndex.class).position("shops:" + typeId, member).isPresent();
	}

	/**
	 * Builds an index while something is changed between reading the database and writing
	 * the index.
	 */
	static boolean rebuildWhile(ApplicationContext context, long typeId, Runnable change) {
		ShopStore store = context.getBean(ShopStore.class);
		return context.getBean(NearbyIndex.class).rebuild(typeId, () -> {
			List<ShopPlace> places = store.places(typeId);
			change.run();
			return places;
		});
	}

	/**
	 * Redis keeps places to about a metre, so distances may differ by that, and
	 * neighbours that close may be swapped.
	 */
	static void assertSameOrder(ApplicationContext context, long typeId, double x, double y, int count) {
		Place from = new Place(x, y);
		List<Near> index = context.getBean(NearbyIndex.class).nearest(typeId, from, count);
		assertThat(index).isNotNull().hasSizeGreaterThanOrEqualTo(count);
		List<Double> computed = context.getBean(ShopStore.class)
			.places(typeId)
			.stream()
			.map((place) -> from.metresTo(place.place()))
			.sorted(Comparator.naturalOrder())
			.limit(count)
			.toList();
		for (int i = 0; i < count; i++) {
			double expected = computed.get(i);
			assertThat(index.get(i).metres()).isBetween(expected - TOLERANCE, expected + TOLERANCE);
		}
	}

}
