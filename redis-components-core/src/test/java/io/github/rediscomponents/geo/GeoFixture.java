package io.github.rediscomponents.geo;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.test.RedisDeployment;

/**
 * An index of its own for each test, and looks at what Redis holds of it.
 */
abstract class GeoFixture {

	/** The radius of the sphere that Redis computes on. */
	private static final double EARTH = 6_372_797.560856;

	final String prefix = "t" + UUID.randomUUID();

	final KeySpace keys = new KeySpace(this.prefix);

	final GeoIndex index = index(GeoSettings.defaults());

	final GeoPoint berlin = new GeoPoint(13.405, 52.52);

	protected abstract RedisPort port();

	protected abstract RedisDeployment server();

	GeoIndex index(GeoSettings settings) {
		return GeoIndex.create(port(), this.keys, new LiveSettings<>(settings));
	}

	/** All pages of a scroll. */
	List<GeoHit> scroll(GeoArea area, int size) {
		GeoPage page = this.index.nearby("shops", area, size);
		List<GeoHit> all = new ArrayList<>(page.hits());
		while (page.hasMore()) {
			page = (GeoPage) this.index.next("shops", page.next(), size);
			all.addAll(page.hits());
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

	List<String> keysLeft() {
		return server().nodes()
			.stream()
			.flatMap((node) -> ((List<?>) node.command("KEYS", this.prefix + ":*")).stream())
			.map(String::valueOf)
			.sorted()
			.toList();
	}

	Object raw(String... words) {
		return server().masterFor(words[1]).command(words);
	}

	/** The key of the only scroll. */
	String scrollKey() {
		return keysLeft().stream().filter((key) -> key.contains(":scroll:")).findFirst().orElseThrow();
	}

}
