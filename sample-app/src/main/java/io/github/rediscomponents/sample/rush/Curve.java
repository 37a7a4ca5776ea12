// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The numbers of a rush over time, as the lines of plots. Safe for use by any number of
 * threads.
 */
final class Curve {

	/** The plot and the name of each line, in the order of the numbers of a point. */
	private static final List<List<String>> LINES = List.of(List.of("rush-stock", "left"),
			List.of("rush-stock", "sold"), List.of("rush-stock", "stored"), List.of("rush-answers", "accepted"),
			List.of("rush-answers", "declined"), List.of("rush-answers", "unclear"), List.of("rush-latency", "p50"),
			List.of("rush-latency", "p99"));

	private final List<Long> times = new ArrayList<>();

	private final List<List<@Nullable Double>> points = new ArrayList<>();

	/**
	 * Adds a point.
	 * @param time milliseconds since 1970
	 * @param numbers a number for each line, null if there is none
	 */
	synchronized void add(long time, List<@Nullable Double> numbers) {
		this.times.add(time);
		this.points.add(numbers);
	}

	/** Returns the lines from a point on. */
	synchronized Lines from(int first) {
		int begin = Math.max(0, Math.min(first, this.times.size()));
		List<List<@Nullable Double>> wanted = List.copyOf(this.points.subList(begin, this.points.size()));
		List<Line> lines = new ArrayList<>();
		for (int i = 0; i < LINES.size(); i++) {
			int number = i;
			lines.add(new Line(LINES.get(i).get(0), LINES.get(i).get(1),
					wanted.stream().<@Nullable Double>map((point) -> point.get(number)).toList()));
		}
		return new Lines(begin, List.copyOf(this.times.subList(begin, this.times.size())), lines);
	}

	/** Returns the lowest stock that was seen, and how often it was looked at. */
	synchronized long[] lowestStock() {
		List<Double> seen = new ArrayList<>();
		for (List<@Nullable Double> point : this.points) {
			Double left = point.get(0);
			if (left != null) {
				seen.add(left);
			}
		}
		return new long[] { seen.size(), seen.stream().mapToLong(Double::longValue).min().orElse(0) };
	}

	/**
	 * Points from one on.
	 *
	 * @param first number of the first point
	 * @param times time of each point, in milliseconds since 1970
	 * @param lines the values at these times
	 */
	record Lines(int first, List<Long> times, List<Line> lines) {
	}

	/**
	 * A line of a plot.
	 *
	 * @param plot the plot
	 * @param name name of the line in the plot
	 * @param values one for each time, null if there is none
	 */
	record Line(String plot, String name, List<@Nullable Double> values) {
	}

}
