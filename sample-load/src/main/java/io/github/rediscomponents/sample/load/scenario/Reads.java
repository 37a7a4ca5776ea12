// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.sample.load.guide.CacheCounts;
import io.github.rediscomponents.sample.load.measure.Latencies;
import io.github.rediscomponents.sample.load.measure.Plot;

/**
 * People who browse: each reads, gets the answer, and reads the next thing. Once with the
 * cache as it is and, if there are such instances, once more with a cache that keeps
 * nothing, to see what the cache saves.
 *
 * @param duration how long, each time
 * @param limit what the 99th percentile has to stay under
 * @param uncached instances whose cache keeps nothing
 */
public record Reads(Duration duration, Duration limit, Uncached uncached) implements Scenario {

	private static final double MILLIS = 1e6;

	@Override
	public String name() {
		return "reads";
	}

	@Override
	public Outcome run(Stage stage) throws InterruptedException {
		ReadMix mix = ReadMix.of(stage);
		Outcome.Notes notes = new Outcome.Notes();
		Browsing with = Browsing.run(stage, mix, this.duration, "with the cache");
		check(stage, with.latencies().rows(), notes);
		notes.plot(Plot.of(with.latencies()));
		if (stage.meter().isEmpty()) {
			notes.notChecked("each shop is loaded at most once", "the instances do not show their meters");
		}
		else {
			notes.check(with.cost().loads() <= mix.shops(), "each shop is loaded at most once", "%d shops, %d loads",
					mix.shops(), with.cost().loads());
			compare(with, notes);
		}
		return notes.outcome("Reads: %d clients for %d s".formatted(stage.clients(), this.duration.toSeconds()),
				with.latencies());
	}

	private void check(Stage stage, List<Latencies.Row> rows, Outcome.Notes notes) {
		Latencies.Row all = rows.get(rows.size() - 1);
		notes.check(all.failed() == 0, "every read is answered", "%d of %d failed", all.failed(), all.count());
		notes.check(all.p99() < this.limit.toNanos() / MILLIS,
				"p99 is under %d ms with %d clients".formatted(this.limit.toMillis(), stage.clients()), "%.0f ms",
				all.p99());
		notes.figure("reads per second", "%.0f", all.count() / (double) this.duration.toSeconds());
	}

	private void compare(Browsing with, Outcome.Notes notes) throws InterruptedException {
		tell("with the cache", with, notes);
		Optional<Stage> other = this.uncached.stage();
		if (other.isEmpty()) {
			notes.plot(Plot.lines("Cache hit rate", "%", List.of(with.hitRate())));
			notes.plot(Plot.counts("Database loads of shops, summed up", "loads", List.of(with.loads())));
			return;
		}
		Browsing without = Browsing.run(other.get(), ReadMix.of(other.get()), this.duration, "without the cache");
		tell("without the cache", without, notes);
		notes.check(with.cost().loads() < without.cost().loads(), "the cache saves database loads",
				"%d loads for %d lookups, %d for %d without", with.cost().loads(), with.cost().lookups(),
				without.cost().loads(), without.cost().lookups());
		notes.plot(Plot.lines("Cache hit rate", "%", List.of(with.hitRate(), without.hitRate())));
		notes.plot(Plot.counts("Database loads of shops, summed up", "loads", List.of(with.loads(), without.loads())));
	}

	private static void tell(String name, Browsing browsing, Outcome.Notes notes) {
		List<Latencies.Row> rows = browsing.latencies().rows();
		Latencies.Row all = rows.get(rows.size() - 1);
		CacheCounts cost = browsing.cost();
		notes.figure(name,
				"%d reads, p50 %.0f ms, p99 %.0f ms; shops: %d lookups, %.1f %% hits, %d loads, %d times without Redis",
				all.count(), all.p50(), all.p99(), cost.lookups(), 100 * cost.hitRate(), cost.loads(), cost.late());
	}

	/** Knows instances whose cache keeps nothing. */
	@FunctionalInterface
	public interface Uncached {

		/** There are none. */
		Uncached NONE = Optional::empty;

		/** The instances, started if need be. */
		Optional<Stage> stage() throws InterruptedException;

	}

}
