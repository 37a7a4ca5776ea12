// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.rediscomponents.sample.crowd.Kept;
import io.github.rediscomponents.sample.load.measure.Latencies;
import io.github.rediscomponents.sample.load.measure.Plot;

/**
 * What came of a scenario.
 *
 * @param title what was done
 * @param latencies how long the answers took
 * @param figures what else was measured, by name
 * @param plots what is worth drawing
 * @param findings what became of the invariants
 */
public record Outcome(String title, List<Latencies.Row> latencies, Map<String, String> figures, List<Plot> plots,
		List<Finding> findings) {

	public boolean broken() {
		return this.findings.stream().anyMatch((finding) -> finding.state() == Finding.State.BROKEN);
	}

	/** Collects an outcome. */
	static final class Notes {

		private final Map<String, String> figures = new LinkedHashMap<>();

		private final List<Plot> plots = new ArrayList<>();

		private final List<Finding> findings = new ArrayList<>();

		void figure(String name, String format, Object... arguments) {
			this.figures.put(name, String.format(Locale.ROOT, format, arguments));
		}

		void plot(Plot plot) {
			this.plots.add(plot);
		}

		void check(boolean held, String invariant, String numbers, Object... arguments) {
			this.findings.add(Finding.of(held, invariant, numbers, arguments));
		}

		void check(Kept kept) {
			this.findings.add(Finding.of(kept));
		}

		void notChecked(String invariant, String reason) {
			this.findings.add(Finding.notChecked(invariant, reason));
		}

		Outcome outcome(String title, Latencies latencies) {
			return new Outcome(title, latencies.rows(), this.figures, this.plots, this.findings);
		}

	}

}
