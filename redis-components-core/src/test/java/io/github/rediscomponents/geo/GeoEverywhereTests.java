// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Searches around the poles, across the date line and half way around the Earth find what
 * a comparison of all members finds.
 */
class GeoEverywhereTests extends GeoFixture {

	private static final double[] LONGITUDES = { -180, -179.9999, -90, -0.0, 0, 90, 179.9999, 180 };

	private static final double[] LATITUDES = { -GeoPoint.MAX_LATITUDE, -84, -0.0, 0, 60, 84, GeoPoint.MAX_LATITUDE };

	private final Random random = new Random(7);

	GeoEverywhereTests() {
		super(RedisTopology.STANDALONE);
	}

	@Test
	void findsExactlyTheMembersWithinARadius() {
		Map<String, GeoPoint> points = new LinkedHashMap<>();
		for (int i = 0; i < 900; i++) {
			points.put("m" + i, point());
		}
		this.index.putAll("shops", points);
		Map<String, GeoPoint> stored = this.index.positions("shops", points.keySet());
		for (int i = 0; i < 400; i++) {
			GeoPoint center = point();
			double radius = Math.min(GeoArea.MAX_RADIUS, Math.pow(10, this.random.nextDouble() * 8.3));
			Set<String> within = within(stored, center, radius - 1);
			Set<String> near = within(stored, center, radius + 1);
			List<String> found = this.index.nearest("shops", GeoArea.radius(center, radius), 1000)
				.stream()
				.map(GeoHit::member)
				.toList();
			assertThat(found).as("%s m around %s", radius, center).doesNotHaveDuplicates();
			assertThat(found).as("%s m around %s", radius, center).containsAll(within);
			assertThat(near).as("%s m around %s", radius, center).containsAll(found);
			assertThat(scroll(GeoArea.radius(center, radius), 500)).extracting(GeoHit::member)
				.as("%s m around %s", radius, center)
				.containsExactlyInAnyOrderElementsOf(found);
		}
	}

	@Test
	void takesTheSmallestAndTheLargestAreas() {
		this.index.put("shops", "a", new GeoPoint(-0.0, -0.0));
		for (double metres : new double[] { Double.MIN_VALUE, Float.MIN_VALUE, 1e-9, GeoArea.MAX_RADIUS }) {
			assertThat(this.index.nearest("shops", GeoArea.radius(new GeoPoint(90, 0), metres), 1)).as(metres + " m")
				.hasSize((metres > 1) ? 1 : 0);
		}
		for (double metres : new double[] { Double.MIN_VALUE, 1e-9, GeoArea.MAX_SIDE }) {
			assertThat(this.index.nearest("shops", GeoArea.box(new GeoPoint(1, 0), metres, metres), 1))
				.as(metres + " m")
				.hasSize((metres > 1) ? 1 : 0);
		}
	}

	private static Set<String> within(Map<String, GeoPoint> stored, GeoPoint center, double radius) {
		return stored.entrySet()
			.stream()
			.filter((each) -> metres(center, each.getValue()) <= radius)
			.map(Map.Entry::getKey)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private GeoPoint point() {
		return new GeoPoint(any(LONGITUDES, 180), any(LATITUDES, GeoPoint.MAX_LATITUDE));
	}

	private double any(double[] edges, double limit) {
		if (this.random.nextInt(3) > 0) {
			return this.random.nextDouble(-limit, limit);
		}
		double near = edges[this.random.nextInt(edges.length)] + this.random.nextGaussian() * 0.01;
		return Math.max(-limit, Math.min(limit, near));
	}

}
