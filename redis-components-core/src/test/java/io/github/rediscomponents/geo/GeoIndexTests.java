// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/**
 * What a {@link GeoIndex} keeps and finds wherever it is connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class GeoIndexTests extends GeoFixture {

	GeoIndexTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void keepsWhereMembersAreAndMeasuresBetweenThem() {
		GeoPoint potsdam = new GeoPoint(13.0645, 52.4);
		assertThat(this.index.put("shops", "berlin", this.berlin)).isTrue();
		assertThat(this.index.put("shops", "potsdam", this.berlin)).isTrue();
		assertThat(this.index.put("shops", "potsdam", potsdam)).isFalse();
		assertThat(this.index.size("shops")).isEqualTo(2);
		assertThat(metres(this.index.position("shops", "potsdam").orElseThrow(), potsdam)).isLessThan(1);
		assertThat(this.index.positions("shops", List.of("potsdam", "nowhere", "berlin")).keySet())
			.containsExactly("potsdam", "berlin");
		assertThat(this.index.distance("shops", "berlin", "potsdam").orElseThrow())
			.isCloseTo(metres(this.berlin, potsdam), within(2.0));
		assertThat(this.index.distance("shops", "berlin", "nowhere")).isEmpty();
		assertThat(this.index.position("shops", "nowhere")).isEmpty();
		assertThat(this.index.remove("shops", "potsdam")).isTrue();
		assertThat(this.index.remove("shops", "potsdam")).isFalse();
		assertThat(this.index.removeAll("shops", List.of("potsdam", "berlin"))).isEqualTo(1);
		assertThat(keysLeft()).isEmpty();
	}

	@Test
	void keepsTheEdgesOfTheWorld() {
		Map<String, GeoPoint> edges = new LinkedHashMap<>();
		for (double longitude : new double[] { -180, 0, 180 }) {
			for (double latitude : new double[] { -GeoPoint.MAX_LATITUDE, 0, GeoPoint.MAX_LATITUDE }) {
				edges.put(longitude + "/" + latitude, new GeoPoint(longitude, latitude));
			}
		}
		assertThat(this.index.putAll("shops", edges)).isEqualTo(9);
		this.index.positions("shops", edges.keySet())
			.forEach((member, point) -> assertThat(metres(point, edges.get(member))).as(member).isLessThan(1));
		assertThat(this.index.positions("shops", edges.keySet())).hasSize(9);
		assertThat(this.index.nearest("shops", GeoArea.radius(new GeoPoint(0, 0), GeoArea.MAX_RADIUS), 10)).hasSize(9);
		edges.forEach((member, point) -> assertThat(this.index.nearest("shops", GeoArea.radius(point, 1), 10))
			.extracting(GeoHit::member)
			.contains(member));
	}

	@Test
	void takesManyAtOnceInScriptsOfAThousand() {
		Map<String, GeoPoint> many = cloud(12_345, 5_000);
		this.index.put("shops", "m0", this.berlin);
		server().resetStats();
		assertThat(this.index.putAll("shops", many)).isEqualTo(12_344);
		assertThat(server().commandCalls()).containsEntry("geoadd", 13L);
		assertThat(this.index.putAll("shops", many)).isZero();
		assertThat(this.index.size("shops")).isEqualTo(12_345);
		assertThat(this.index.putAll("shops", Map.of())).isZero();
		assertThat(this.index.removeAll("shops", many.keySet())).isEqualTo(12_345);
		assertThat(this.index.removeAll("shops", List.of())).isZero();
		assertThat(this.index.positions("shops", List.of())).isEmpty();
		assertThat(keysLeft()).isEmpty();
	}

	@Test
	void isReplacedAsAWhole() {
		this.index.putAll("shops", Map.of("old", this.berlin, "m1", this.berlin));
		Map<String, GeoPoint> many = cloud(12_345, 5_000);
		this.index.replaceAll("shops", many);
		assertThat(this.index.size("shops")).isEqualTo(12_345);
		assertThat(this.index.position("shops", "old")).isEmpty();
		assertThat(metres(this.index.position("shops", "m1").orElseThrow(), many.get("m1"))).isLessThan(1);
		this.index.replaceAll("shops", Map.of("new", this.berlin));
		assertThat(this.index.nearest("shops", GeoArea.radius(this.berlin, 10), 10)).extracting(GeoHit::member)
			.containsExactly("new");
		this.index.replaceAll("shops", Map.of());
		assertThat(this.index.size("shops")).isZero();
		assertThat(keysLeft()).allMatch((key) -> key.contains(":build:"));
	}

	@Test
	void takesSingleMembersOnlyIfItHasAny() {
		assertThat(this.index.putIfAny("shops", "a", this.berlin)).isFalse();
		assertThat(this.index.size("shops")).isZero();
		this.index.replaceAll("shops", Map.of("b", this.berlin));
		assertThat(this.index.putIfAny("shops", "a", this.berlin)).isTrue();
		assertThat(this.index.putIfAny("shops", "a", new GeoPoint(0, 0))).isTrue();
		assertThat(this.index.size("shops")).isEqualTo(2);
		assertThat(this.index.position("shops", "a").orElseThrow().latitude()).isCloseTo(0, within(0.001));
	}

	@ParameterizedTest
	@CsvSource({ "13.4, 52.5, 3000", "0, 0, 100000", "179.99, 10, 50000", "-179.99, -10, 50000", "25, 70, 300000",
			"-70, -55, 1000000", "100, 30, 3000000" })
	void findsInACircleWhatLiesInIt(double longitude, double latitude, double radius) {
		GeoPoint center = new GeoPoint(longitude, latitude);
		Map<String, GeoPoint> cloud = cloudAround(center, 2000, radius * 1.3);
		this.index.putAll("shops", cloud);
		Map<String, Double> found = new HashMap<>();
		scroll(GeoArea.radius(center, radius), 300)
			.forEach((hit) -> assertThat(found.put(hit.member(), hit.metres())).isNull());
		cloud.forEach((member, point) -> {
			double distance = metres(center, point);
			if (Math.abs(distance - radius) > 2) {
				assertThat(found.containsKey(member)).as("%s at %s m", member, distance).isEqualTo(distance < radius);
			}
		});
		assertThat(found.size()).isBetween(500, 1999);
		found.forEach((member, metres) -> assertThat(metres).isCloseTo(metres(center, cloud.get(member)), within(2.0)));
	}

	@ParameterizedTest
	@CsvSource({ "13.4, 52.5, 6000, 2000", "0, 0, 100000, 300000", "100, 30, 1000000, 500000" })
	void findsInABoxWhatLiesInIt(double longitude, double latitude, double width, double height) {
		GeoPoint center = new GeoPoint(longitude, latitude);
		Map<String, GeoPoint> cloud = cloudAround(center, 2000, Math.max(width, height));
		this.index.putAll("shops", cloud);
		List<String> found = scroll(GeoArea.box(center, width, height), 300).stream().map(GeoHit::member).toList();
		assertThat(found).doesNotHaveDuplicates();
		cloud.forEach((member, point) -> {
			double north = metres(center, new GeoPoint(longitude, point.latitude()));
			double east = metres(new GeoPoint(longitude, point.latitude()), point);
			if (Math.abs(north - height / 2) > 2 && Math.abs(east - width / 2) > 2) {
				assertThat(found.contains(member)).as("%s at %s, %s", member, east, north)
					.isEqualTo(north < height / 2 && east < width / 2);
			}
		});
		assertThat(found).isNotEmpty();
	}

	@Test
	void findsTheNearestWithoutKeepingAnything() {
		this.index.putAll("shops", cloud(500, 5000));
		List<GeoHit> nearest = this.index.nearest("shops", GeoArea.radius(this.berlin, 10_000), 20);
		assertThat(nearest).hasSize(20);
		List<GeoHit> all = scroll(GeoArea.radius(this.berlin, 10_000), 100);
		assertThat(nearest).extracting(GeoHit::member)
			.containsExactlyElementsOf(all.subList(0, 20).stream().map(GeoHit::member).toList());
		assertThat(this.index.nearest("none", GeoArea.radius(this.berlin, 10_000), 20)).isEmpty();
		assertThat(keysLeft()).hasSize(2);
	}

	@Test
	void validatesEveryCoordinateBeforeAnythingIsWritten() {
		server().resetStats();
		for (double bad : new double[] { 180.1, -180.1, Double.NaN, Double.POSITIVE_INFINITY }) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.index.put("shops", "a", new GeoPoint(bad, 0)))
				.withMessage("longitude must be between -180.0 and 180.0, was " + bad);
		}
		for (double bad : new double[] { 85.06, -85.06, Double.NaN }) {
			assertThatIllegalArgumentException().isThrownBy(() -> new GeoPoint(0, bad))
				.withMessageStartingWith("latitude ");
		}
		Map<String, GeoPoint> points = new LinkedHashMap<>(cloud(5000, 10));
		points.put("", this.berlin);
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.putAll("shops", points))
			.withMessage("points must not be null or empty");
		points.remove("");
		points.put("late", null);
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.putAll("shops", points))
			.withMessageStartingWith("points ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.put("", "a", this.berlin))
			.withMessageStartingWith("name ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.put("x".repeat(201), "a", this.berlin))
			.withMessageStartingWith("name ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.put("shops", "x".repeat(513), this.berlin))
			.withMessageStartingWith("member ");
		for (double bad : new double[] { 0, -1, Double.NaN, 20_037_509 }) {
			assertThatIllegalArgumentException().isThrownBy(() -> GeoArea.radius(this.berlin, bad))
				.withMessageStartingWith("radius ");
			assertThatIllegalArgumentException().isThrownBy(() -> GeoArea.box(this.berlin, bad, 1))
				.withMessageStartingWith("width ");
			assertThatIllegalArgumentException().isThrownBy(() -> GeoArea.box(this.berlin, 1, bad))
				.withMessageStartingWith("height ");
		}
		GeoArea area = GeoArea.radius(this.berlin, 1);
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.nearby("shops", area, 0))
			.withMessageStartingWith("size ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.nearest("shops", area, 1001))
			.withMessageStartingWith("limit ");
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval", "geoadd");
		assertThat(keysLeft()).isEmpty();
	}

	@Test
	void changesNothingWhenAKeyHoldsAnotherType() {
		raw("SET", pointsKey(), "x");
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> this.index.put("shops", "a", this.berlin))
			.withMessageContaining("WRONGTYPE");
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> this.index.nearby("shops", GeoArea.radius(this.berlin, 1), 1));
		assertThat(keysLeft()).containsExactly(pointsKey());
	}

	private Map<String, GeoPoint> cloud(int size, double metres) {
		return cloudAround(this.berlin, size, metres);
	}

	private static Map<String, GeoPoint> cloudAround(GeoPoint center, int size, double metres) {
		Random random = new Random(11);
		Map<String, GeoPoint> cloud = new LinkedHashMap<>();
		double degrees = metres / 111_195;
		IntStream.range(0, size).forEach((i) -> {
			double latitude = center.latitude() + (random.nextDouble() * 2 - 1) * degrees;
			double longitude = center.longitude()
					+ (random.nextDouble() * 2 - 1) * degrees / Math.cos(Math.toRadians(center.latitude()));
			longitude += (longitude > 180) ? -360 : (longitude < -180) ? 360 : 0;
			cloud.put("m" + i, new GeoPoint(longitude,
					Math.max(-GeoPoint.MAX_LATITUDE, Math.min(GeoPoint.MAX_LATITUDE, latitude))));
		});
		return cloud;
	}

}
