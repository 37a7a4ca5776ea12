// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What counts as another value.
 */
class RoundTripTests {

	private static final OffsetDateTime HERE = OffsetDateTime.parse("2026-11-23T08:00:00+08:00");

	@Test
	void findsNothingInWhatIsAlike() {
		assertThat(RoundTrip.difference(List.of(1, 2), new ArrayList<>(List.of(1, 2)))).isNull();
		assertThat(RoundTrip.difference(Set.of(1, 2, 3), new LinkedHashSet<>(List.of(3, 2, 1)))).isNull();
		assertThat(RoundTrip.difference(Map.of("a", List.of(1)), new TreeMap<>(Map.of("a", List.of(1))))).isNull();
		assertThat(RoundTrip.difference(new Picture("a", new byte[] { 1 }), new Picture("a", new byte[] { 1 })))
			.isNull();
		assertThat(RoundTrip.difference(new int[][] { { 1 }, {} }, new int[][] { { 1 }, {} })).isNull();
		assertThat(RoundTrip.difference(Double.NaN, Double.NaN)).isNull();
		assertThat(RoundTrip.difference(new Object[] { null }, new Object[] { null })).isNull();
		// Without an equals of their own nothing can be told.
		assertThat(RoundTrip.difference(new StringBuilder("a"), new StringBuilder("b"))).isNull();
	}

	@Test
	void namesTheComponentThatIsDifferent() {
		Trip trip = new Trip(List.of(new Stop("a", HERE, null)), Map.of("k", BigDecimal.ONE));
		OffsetDateTime elsewhere = OffsetDateTime.parse("2026-11-23T00:00:00Z");
		assertThat(RoundTrip.difference(trip, new Trip(List.of(new Stop("a", elsewhere, null)), trip.prices())))
			.isEqualTo("stops[].at java.time.OffsetDateTime is not equal");
		assertThat(RoundTrip.difference(trip, new Trip(List.of(new Stop("a", null, null)), trip.prices())))
			.isEqualTo("stops[].at is lost");
		assertThat(RoundTrip.difference(trip, new Trip(List.of(new Stop("a", HERE, "x")), trip.prices())))
			.isEqualTo("stops[].note is not null any more");
		assertThat(RoundTrip.difference(trip, new Trip(List.of(), trip.prices())))
			.isEqualTo("stops[] has another size");
		assertThat(RoundTrip.difference(trip, new Trip(trip.stops(), Map.of("k", new BigDecimal("1.0")))))
			.isEqualTo("prices{} java.math.BigDecimal is not equal");
		assertThat(RoundTrip.difference(new Picture("a", new byte[1]), new Picture("a", new byte[] { 1 })))
			.isEqualTo("data[] java.lang.Byte is not equal");
	}

	@Test
	void namesTheTypeThatBecameAnother() {
		assertThat(RoundTrip.difference(Map.of("a", 1L), Map.of("a", 1)))
			.isEqualTo("{} java.lang.Long became java.lang.Integer");
		assertThat(RoundTrip.difference(Map.of(1, "a"), Map.of("1", "a")))
			.isEqualTo("{} java.lang.Integer became java.lang.String");
		assertThat(RoundTrip.difference(Set.of(1), Set.of("1")))
			.isEqualTo("[] java.lang.Integer became java.lang.String");
		assertThat(RoundTrip.difference(new Picture("a", new byte[0]), Map.of()))
			.endsWith("Picture became java.util.ImmutableCollections$MapN");
	}

	@Test
	void endsInLargeAndDeepAndEndlessValues() {
		List<Object> stored = nested(new ArrayList<>(), 1000);
		assertThat(RoundTrip.difference(stored, nested(new ArrayList<>(List.of(1)), 1000))).isNull();
		List<Object> self = new ArrayList<>();
		self.add(self);
		List<Object> other = new ArrayList<>();
		other.add(other);
		assertThat(RoundTrip.difference(self, other)).isNull();
		assertThat(RoundTrip.difference(Collections.nCopies(1_000_000, 1), Collections.nCopies(1_000_000, 1))).isNull();
	}

	private static List<Object> nested(List<Object> innermost, int depth) {
		List<Object> list = innermost;
		for (int i = 0; i < depth; i++) {
			List<Object> outer = new ArrayList<>();
			outer.add(list);
			list = outer;
		}
		return list;
	}

	record Stop(String name, @Nullable OffsetDateTime at, @Nullable String note) {
	}

	record Trip(List<Stop> stops, Map<String, BigDecimal> prices) {
	}

	record Picture(String name, byte[] data) {
	}

}
