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
public record Waits(long[] sorted) {

	public static Waits of(long[] nanos) {
		long[] sorted = nanos.clone();
		Arrays.sort(sorted);
		return new Waits(sorted);
	}

	public static Waits of(List<long[]> nanos) {
		return of(nanos.stream().flatMapToLong(Arrays::stream).toArray());
	}

	public int count() {
		return this.sorted.length;
	}

	/** In milliseconds. */
	public double p50() {
		return millis(this.sorted.length / 2);
	}

	/** In milliseconds. */
	public double p99() {
		return millis((int) (this.sorted.length * 0.99));
	}

	/** In milliseconds. */
	public double longest() {
		return millis(this.sorted.length - 1);
	}

	private double millis(int index) {
		return this.sorted[index] / 1e6;
	}

	public static <T> double median(List<T> rounds, ToDoubleFunction<T> value) {
		return Report.median(rounds.stream().mapToDouble(value).boxed().toList());
	}

	public static <T> double longest(List<T> rounds, ToDoubleFunction<T> value) {
		return rounds.stream().mapToDouble(value).max().orElse(0);
	}

}
