// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How long it took to take something, many times.
 *
 * @param sorted each, in nanoseconds
 */
record Waits(long[] sorted) {

	static Waits of(long[] nanos) {
		long[] sorted = nanos.clone();
		Arrays.sort(sorted);
		return new Waits(sorted);
	}

	static Waits of(List<long[]> nanos) {
		return of(nanos.stream().flatMapToLong(Arrays::stream).toArray());
	}

	int count() {
		return this.sorted.length;
	}

	/** In milliseconds. */
	double p50() {
		return millis(this.sorted.length / 2);
	}

	/** In milliseconds. */
	double p99() {
		return millis((int) (this.sorted.length * 0.99));
	}

	/** In milliseconds. */
	double longest() {
		return millis(this.sorted.length - 1);
	}

	private double millis(int index) {
		return this.sorted[index] / 1e6;
	}

	static <T> double median(List<T> rounds, ToDoubleFunction<T> value) {
		return Report.median(rounds.stream().mapToDouble(value).boxed().toList());
	}

	static <T> double longest(List<T> rounds, ToDoubleFunction<T> value) {
		return rounds.stream().mapToDouble(value).max().orElse(0);
	}

}
