// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Samples as lines of plots.
 *
 * @param instance id of the process
 * @param others ids of the other processes that share their samples
 * @param stepMillis approximate distance of the samples
 * @param times time of each sample, in milliseconds since 1970
 * @param lines the values at these times
 * @param summed plots whose numbers are those of one second each, so that they can be
 * added, over time and over instances
 */
record History(String instance, List<String> others, long stepMillis, List<Long> times, List<Line> lines,
		List<String> summed) {

	private static final List<String> SUMMED = Together.ADDED.stream().sorted().toList();

	static History of(String instance, List<String> others, List<Sample> samples) {
		return new History(instance, others, Sampler.STEP_MILLIS, times(samples), lines(null, samples), SUMMED);
	}

	/** Returns the lines of each instance at the times of this one. */
	static History each(String instance, List<Sample> own, Map<String, List<Sample>> others) {
		List<Line> lines = new ArrayList<>(lines(instance, own));
		others.forEach((name, samples) -> {
			Map<Long, Sample> byTime = new HashMap<>();
			samples.forEach((sample) -> byTime.put(sample.time(), sample));
			lines.addAll(lines(name,
					own.stream()
						.map((sample) -> byTime.getOrDefault(sample.time(), new Sample(sample.time(), Map.of())))
						.toList()));
		});
		return new History(instance, List.copyOf(others.keySet()), Sampler.STEP_MILLIS, times(own), lines, SUMMED);
	}

	private static List<Long> times(List<Sample> samples) {
		return samples.stream().map(Sample::time).toList();
	}

	private static List<Line> lines(@Nullable String instance, List<Sample> samples) {
		return samples.stream()
			.flatMap((sample) -> sample.values().keySet().stream())
			.distinct()
			.sorted(Comparator.comparing(Sample.Line::plot).thenComparing(Sample.Line::name))
			.map((line) -> new Line(line.plot(), line.name(), instance, values(samples, line)))
			.toList();
	}

	private static List<@Nullable Double> values(List<Sample> samples, Sample.Line line) {
		return samples.stream().<@Nullable Double>map((sample) -> sample.values().get(line)).toList();
	}

	/**
	 * A line of a plot.
	 *
	 * @param plot the plot
	 * @param name name of the line in the plot
	 * @param instance id of the process, absent if there is one for all
	 * @param values one for each time, null if there is none
	 */
	record Line(String plot, String name, @Nullable String instance, List<@Nullable Double> values) {
	}

}
