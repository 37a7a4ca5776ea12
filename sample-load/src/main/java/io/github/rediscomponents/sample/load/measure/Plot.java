// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.measure;

import java.util.List;

/**
 * A diagram of numbers over time.
 *
 * @param title what it shows
 * @param unit of the numbers
 * @param series the lines
 * @param steps whether the numbers stay as they are from one point to the next: counts,
 * not measurements
 */
public record Plot(String title, String unit, List<Series> series, boolean steps) {

	public Plot {
		series = List.copyOf(series);
	}

	/** Counts over time. */
	public static Plot counts(String title, String unit, List<Series> series) {
		return new Plot(title, unit, series, true);
	}

	/** Measurements over time. */
	public static Plot lines(String title, String unit, List<Series> series) {
		return new Plot(title, unit, series, false);
	}

	/** Median and 99th percentile over time. */
	public static Plot of(Latencies latencies) {
		return lines("Latency", "ms", List.of(latencies.overTime(50), latencies.overTime(99)));
	}

}
