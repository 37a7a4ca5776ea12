// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.PartFaultFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Faults between two scripts of a geo index.
 */
class GeoPartFaultTests extends PartFaultFixture {

	private static final int MANY = 2500;

	private final GeoIndex looked = index(this.calm);

	@ParameterizedTest
	@EnumSource
	void replacePutAndRemoveManyMembers(Fault fault) {
		GeoIndex index = index(port(fault));
		Map<String, GeoPoint> before = points("old", MANY);
		Map<String, GeoPoint> built = points("new", MANY);
		Map<String, GeoPoint> added = points("added", MANY);
		this.<Long>sweep(fault, (n) -> this.looked.putAll("shops" + n, before), (n) -> {
			index.replaceAll("shops" + n, built);
			index.putAll("shops" + n, added);
			index.removeAll("shops" + n, built.keySet().stream().limit(1200).toList());
			return index.size("shops" + n);
		}, (n, size, repeated) -> {
			assertThat(size).isEqualTo(2 * MANY - 1200);
			assertThat(this.looked.position("shops" + n, "old0")).isEmpty();
			assertThat(this.looked.removeAll("shops" + n, added.keySet())).isEqualTo(MANY);
			assertThat(this.looked.size("shops" + n)).isEqualTo(MANY - 1200);
		});
	}

	private static Map<String, GeoPoint> points(String prefix, int n) {
		Map<String, GeoPoint> points = new HashMap<>();
		for (int i = 0; i < n; i++) {
			points.put(prefix + i, new GeoPoint(i / 100.0, i / 100.0));
		}
		return points;
	}

	private GeoIndex index(CommandPort redis) {
		return GeoIndex.create(redis, this.keys, new LiveSettings<>(GeoSettings.defaults()));
	}

}
