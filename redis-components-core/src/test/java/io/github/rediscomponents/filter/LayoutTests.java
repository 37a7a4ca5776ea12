// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.rediscomponents.filter.Layout.Place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Where elements belong, which must never change: what is stored depends on it.
 */
class LayoutTests {

	/** The first five are published with other implementations of the same function. */
	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			''                                           | 0000000000000000 | 0000000000000000
			hello                                        | cbd8a7b341bd9b02 | 5b1e906a48ae1d19
			hello, world                                 | 342fac623a5ebc8e | 4cdcbc079642414d
			19 Jan 2038 at 3:14:07 AM                    | b89e5988b737affc | 664fc2950231b2cb
			The quick brown fox jumps over the lazy dog. | cd99481f9ee902c9 | 695da1a38987b6e7
			""")
	void hashesAsEverybodyDoes(String text, String first, String second) {
		Murmur3 hash = Murmur3.hash(text.getBytes(StandardCharsets.UTF_8));
		assertThat(hash).isEqualTo(new Murmur3(Long.parseUnsignedLong(first, 16), Long.parseUnsignedLong(second, 16)));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			1000        | 0.01        | 1   | 9600     | 7
			1000000     | 0.01        | 1   | 9592960  | 7
			1           | 0.5         | 1   | 1024     | 1
			10000000    | 0.001       | 3   | 47925472 | 10
			1000000000  | 0.000000001 | 643 | 67080744 | 30
			""")
	void areLargeEnoughAndNeverMoreThanEightMegabytes(long capacity, double errorRate, int slices, int bits,
			int hashes) {
		Layout layout = Layout.of(BloomFilterSettings.of(capacity).withErrorRate(errorRate));
		assertThat(layout).isEqualTo(new Layout(capacity, errorRate, BloomEngine.BITMAP, slices, bits, hashes));
		assertThat((bits + Layout.HEADER_BITS) / 8 + 64).isLessThanOrEqualTo(8 << 20);
		double filled = -Math.expm1(-(double) hashes * capacity / ((double) slices * bits));
		assertThat(Math.pow(filled, hashes)).isLessThanOrEqualTo(errorRate * 1.0000001);
		assertThat(Layout.parse(layout.toString())).isEqualTo(layout);
	}

	@Test
	void areReadOnlyIfTheyAreUnderstood() {
		assertThat(Layout.parse("2 murmur3 bitmap capacity=1 error-rate=0.5 slices=1 bits=1024 hashes=1")).isNull();
		assertThat(Layout.parse("1 xxh3 bitmap capacity=1 error-rate=0.5 slices=1 bits=1024 hashes=1")).isNull();
	}

	/**
	 * These stand in the guide. They were computed by another program.
	 */
	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					user:42 | 2 | 1926728 34541925 43325667 28015395 36799142 21488877 30272633 14962379 23746148 8435909
					北京 | 1 | 913558 16031965 31150373 46268783 13461724 28580141 43698563 10891519 26009954 41128397
					The quick brown fox jumps over the lazy dog. | 2 | 23154889 15952752 32844632 25642498 42534383 11500800 4298678 21190578 13988469 30880384
					""")
	void placesElementsAsTheGuideSays(String element, int slice, String offsets) {
		Place place = Layout.of(BloomFilterSettings.of(10_000_000).withErrorRate(0.001)).place(element);
		assertThat(place.slice()).isEqualTo(slice);
		assertThat(Arrays.stream(place.offsets()).mapToObj(String::valueOf).collect(Collectors.joining(" ")))
			.isEqualTo(offsets);
	}

	@Test
	void spreadsElementsEvenly() {
		Layout layout = new Layout(10_000_000, 0.001, BloomEngine.BITMAP, 3, 47_925_472, 10);
		int[] slices = new int[3];
		Set<Integer> offsets = new HashSet<>();
		for (int i = 0; i < 30_000; i++) {
			Place place = layout.place("element " + i);
			slices[place.slice()]++;
			Arrays.stream(place.offsets()).forEach(offsets::add);
			assertThat(Arrays.stream(place.offsets()).boxed()).allMatch((offset) -> offset >= 0 && offset < 47_925_472);
		}
		assertThat(Arrays.stream(slices).boxed())
			.allSatisfy((number) -> assertThat(number).isCloseTo(10_000, within(400)));
		// 300,000 of 48 million meet each other 940 times.
		assertThat(offsets.size()).isCloseTo(299_060, within(200));
	}

}
