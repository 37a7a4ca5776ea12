// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.measure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of measured times.
 */
class LatenciesTests {

	private static final Offset<Double> THREE_DIGITS = Offset.offset(0.1);

	private final Latencies latencies = new Latencies(Duration.ofMillis(100));

	@Test
	void eachKindHasItsPercentilesAndAllOfThemTogetherToo() {
		for (int millis = 1; millis <= 100; millis++) {
			add("slow", 0, millis, millis > 2);
			add("fast", 0, 1, true);
		}
		List<Latencies.Row> rows = this.latencies.rows();
		assertThat(rows).extracting(Latencies.Row::kind).containsExactly("fast", "slow", "all");
		assertThat(rows).extracting(Latencies.Row::count).containsExactly(100L, 100L, 200L);
		assertThat(rows).extracting(Latencies.Row::failed).containsExactly(0L, 2L, 2L);
		assertThat(rows.get(1).p50()).isCloseTo(50, THREE_DIGITS);
		assertThat(rows.get(1).p99()).isCloseTo(99, THREE_DIGITS);
		assertThat(rows.get(1).max()).isCloseTo(100, THREE_DIGITS);
		assertThat(rows.get(2).p50()).isCloseTo(1, THREE_DIGITS);
		assertThat(rows.get(2).p99()).isCloseTo(98, THREE_DIGITS);
	}

	@Test
	void timeIsDividedIntoAtMostSixtyPoints() {
		for (int second = 0; second < 120; second++) {
			add("read", TimeUnit.SECONDS.toMillis(second), 10 + second / 60, true);
		}
		Series p99 = this.latencies.overTime(99);
		assertThat(p99.name()).isEqualTo("p99");
		assertThat(p99.values()).hasSizeBetween(55, 60).allMatch((value) -> value > 9.9 && value < 11.2);
		assertThat(p99.values().get(0)).isLessThan(10.2);
		assertThat(p99.values().get(p99.values().size() - 1)).isGreaterThan(10.8);
		assertThat(p99.seconds()).isSorted().allMatch((second) -> second >= 0 && second <= 125);
	}

	@Test
	void nothingMeasuredIsNothingToShow() {
		assertThat(this.latencies.rows()).isEmpty();
		assertThat(this.latencies.overTime(50).values()).isEmpty();
	}

	private void add(String kind, long sentMillis, long tookMillis, boolean clear) {
		this.latencies.add(kind, this.latencies.began() + TimeUnit.MILLISECONDS.toNanos(sentMillis),
				TimeUnit.MILLISECONDS.toNanos(tookMillis), clear);
	}

}
