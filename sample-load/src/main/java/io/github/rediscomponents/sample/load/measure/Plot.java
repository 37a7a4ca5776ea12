package io.github.rediscomponents.sample.load.measure;

import java.util.List;

/**
 * A diagram of numbers over time.
 *
 * @param title what it shows
 * @param unit of the numbers
 * @param series the lines
 */
public record Plot(String title, String unit, List<Series> series) {

	public Plot {
		series = List.copyOf(series);
	}

	/** Median and 99th percentile over time. */
	public static Plot of(Latencies latencies) {
		return new Plot("Latency", "ms", List.of(latencies.overTime(50), latencies.overTime(99)));
	}

}
