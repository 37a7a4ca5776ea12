// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Combines the samples of several instances: counts are added, of latencies the worst is
 * taken, hit rates are weighted by the lookups that they are of. What all instances see,
 * such as the stock, is that of the first instance that has it.
 */
final class Together {

	/** Plots whose numbers are those of one second each. */
	static final Set<String> ADDED = Set.of("requests", "cache-loads", "lock-rate", "limiter", "views", "queue-rate",
			"social", "sessions", "bloom");

	private static final Set<String> WORST = Set.of("latency", "lock-wait");

	private static final String HITS = "cache-hits";

	private static final Sample.Line LOOKUPS = new Sample.Line("cache-loads", "lookups");

	/** Lookups that the filter rejects: they are no part of a hit rate. */
	private static final Sample.Line ABSENT = new Sample.Line("cache-loads", "absent");

	private Together() {
	}

	/**
	 * Combines samples.
	 * @param own the samples of this instance, which give the times
	 * @param others the samples of each other instance, at the same times
	 * @return a sample for each time
	 */
	static List<Sample> of(List<Sample> own, Collection<List<Sample>> others) {
		Map<Long, List<Sample>> byTime = new HashMap<>();
		others.forEach((samples) -> samples
			.forEach((sample) -> byTime.computeIfAbsent(sample.time(), (time) -> new ArrayList<>()).add(sample)));
		return own.stream().map((sample) -> {
			List<Sample> all = new ArrayList<>(List.of(sample));
			all.addAll(byTime.getOrDefault(sample.time(), List.of()));
			return combine(sample.time(), all);
		}).toList();
	}

	private static Sample combine(long time, List<Sample> samples) {
		Set<Sample.Line> lines = new LinkedHashSet<>();
		samples.forEach((sample) -> lines.addAll(sample.values().keySet()));
		Map<Sample.Line, Double> values = new HashMap<>();
		lines.forEach((line) -> values.put(line, combine(line, samples)));
		return new Sample(time, values);
	}

	private static double combine(Sample.Line line, List<Sample> samples) {
		if (line.plot().equals(HITS)) {
			return weighted(line, samples);
		}
		double combined = Double.NaN;
		for (Sample sample : samples) {
			Double value = sample.values().get(line);
			if (value != null) {
				combined = Double.isNaN(combined) ? value : combine(line.plot(), combined, value);
			}
		}
		return combined;
	}

	private static double combine(String plot, double one, double other) {
		if (ADDED.contains(plot)) {
			return one + other;
		}
		return WORST.contains(plot) ? Math.max(one, other) : one;
	}

	/** A second with a hit rate has lookups. */
	private static double weighted(Sample.Line line, List<Sample> samples) {
		double sum = 0;
		double weight = 0;
		for (Sample sample : samples) {
			@Nullable Double rate = sample.values().get(line);
			if (rate != null) {
				double base = Math.max(1,
						sample.values().getOrDefault(LOOKUPS, 1.0) - sample.values().getOrDefault(ABSENT, 0.0));
				sum += rate * base;
				weight += base;
			}
		}
		return sum / weight;
	}

}
