// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.structure;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

import org.redisson.api.RGeo;
import org.redisson.api.geo.GeoOrder;
import org.redisson.api.geo.GeoSearchArgs;
import org.redisson.api.geo.GeoUnit;
import org.redisson.client.codec.StringCodec;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.benchmarks.structure.SideBySide.Peer;
import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPage;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.geo.GeoSettings;

/**
 * Pages of what is within five kilometres of a place among 200,000, beside a search for
 * everything up to the end of the page, of which the reader drops what was before.
 */
final class GeoSpeed {

	private static final int POINTS = 200_000;

	private static final int SIZE = 20;

	private static final int LAST_PAGE = 50;

	private static final GeoPoint CENTER = new GeoPoint(121.47, 31.23);

	private GeoSpeed() {
	}

	static void print(int rounds) {
		try (BenchRedis redis = new BenchRedis()) {
			GeoIndex ours = GeoIndex.create(redis.port, redis.keys, new LiveSettings<>(GeoSettings.defaults()));
			RGeo<String> theirs = redis.redisson().getGeo("shops", StringCodec.INSTANCE);
			fill(ours, theirs);
			GeoArea area = GeoArea.radius(CENTER, 5000);
			GeoPage page = ours.nearby("shops", area, SIZE);
			SideBySide table = new SideBySide(redis, rounds,
					String.format(Locale.ROOT, "GeoIndex: %,d points, %,d of them within 5 km, pages of %d, 1 thread",
							POINTS, page.total(), SIZE));
			Random random = new Random(2);
			table.row("move a point", (i) -> ours.put("shops", "shop" + i % POINTS, point(random)),
					new Peer("Redisson RGeo", (i) -> {
						GeoPoint point = point(random);
						theirs.add(point.longitude(), point.latitude(), "shop" + i % POINTS);
					}));
			table.row("page 1", (i) -> ours.nearby("shops", area, SIZE),
					new Peer("Redisson RGeo", (i) -> page(theirs, 1)));
			page = ours.nearby("shops", area, SIZE);
			for (int number = 2; number < LAST_PAGE; number++) {
				page = (GeoPage) ours.next("shops", Objects.requireNonNull(page.next()), SIZE);
			}
			String cursor = Objects.requireNonNull(page.next());
			table.row("page " + LAST_PAGE + ", after those before", (i) -> ours.next("shops", cursor, SIZE),
					new Peer("Redisson RGeo", (i) -> page(theirs, LAST_PAGE)));
			table.row("the nearest 20, nothing kept", (i) -> ours.nearest("shops", area, SIZE),
					new Peer("Redisson RGeo", (i) -> page(theirs, 1)));
		}
	}

	private static void page(RGeo<String> geo, int number) {
		Map<String, Double> found = geo.searchWithDistance(GeoSearchArgs.from(CENTER.longitude(), CENTER.latitude())
			.radius(5000, GeoUnit.METERS)
			.order(GeoOrder.ASC)
			.count(number * SIZE));
		found.entrySet().stream().skip((number - 1L) * SIZE).toList();
	}

	private static void fill(GeoIndex ours, RGeo<String> theirs) {
		Random random = new Random(1);
		Map<String, GeoPoint> points = new HashMap<>();
		for (int i = 0; i < POINTS; i++) {
			points.put("shop" + i, point(random));
		}
		ours.putAll("shops", points);
		points.forEach((name, point) -> theirs.add(point.longitude(), point.latitude(), name));
	}

	/** In a square whose sides are about 100 km. */
	private static GeoPoint point(Random random) {
		return new GeoPoint(CENTER.longitude() + (random.nextDouble() - 0.5) * 1.03,
				CENTER.latitude() + (random.nextDouble() - 0.5) * 0.88);
	}

}
