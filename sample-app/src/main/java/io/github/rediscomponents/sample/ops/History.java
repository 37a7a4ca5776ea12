// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Samples as lines that can be drawn.
 *
 * @param instance which process they are of
 * @param stepMillis how far apart they are, about
 * @param times when each was taken, in milliseconds since 1970
 * @param lines the numbers at those times
 */
record History(String instance, long stepMillis, List<Long> times, List<Line> lines) {

	static History of(String instance, List<Sample> samples) {
		List<Line> lines = samples.stream()
			.flatMap((sample) -> sample.values().keySet().stream())
			.distinct()
			.sorted(Comparator.comparing(Sample.Line::plot).thenComparing(Sample.Line::name))
			.map((line) -> new Line(line.plot(), line.name(), values(samples, line)))
			.toList();
		return new History(instance, Sampler.STEP_MILLIS, samples.stream().map(Sample::time).toList(), lines);
	}

	private static List<@Nullable Double> values(List<Sample> samples, Sample.Line line) {
		return samples.stream().<@Nullable Double>map((sample) -> sample.values().get(line)).toList();
	}

	/**
	 * A line of a plot.
	 *
	 * @param plot the plot
	 * @param name its name there
	 * @param values one for each time, null where there was none
	 */
	record Line(String plot, String name, List<@Nullable Double> values) {
	}

}
