// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Samples as lines of plots.
 *
 * @param instance id of the process
 * @param stepMillis approximate distance of the samples
 * @param times time of each sample, in milliseconds since 1970
 * @param lines the values at these times
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
	 * @param name name of the line in the plot
	 * @param values one for each time, null if there is none
	 */
	record Line(String plot, String name, List<@Nullable Double> values) {
	}

}
