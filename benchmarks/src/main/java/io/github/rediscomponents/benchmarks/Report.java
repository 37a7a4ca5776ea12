// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.benchmarks.cache.CacheClassics;
import io.github.rediscomponents.benchmarks.cache.CacheHitBenchmark;
import io.github.rediscomponents.benchmarks.cache.CachePeers;
import io.github.rediscomponents.benchmarks.cache.CodecSpeed;
import io.github.rediscomponents.benchmarks.cache.LocalHitBenchmark;
import io.github.rediscomponents.benchmarks.lock.Contention;
import io.github.rediscomponents.benchmarks.lock.LockBenchmark;
import io.github.rediscomponents.benchmarks.lock.LockPairs;
import io.github.rediscomponents.benchmarks.queue.Messaging;
import io.github.rediscomponents.benchmarks.release.EarlierState;
import io.github.rediscomponents.benchmarks.session.SessionSpeed;
import io.github.rediscomponents.benchmarks.start.StartCost;
import io.github.rediscomponents.benchmarks.start.StartUp;
import io.github.rediscomponents.benchmarks.structure.BloomFilterBenchmark;
import io.github.rediscomponents.benchmarks.structure.Completion;
import io.github.rediscomponents.benchmarks.structure.FeedSpeed;
import io.github.rediscomponents.benchmarks.structure.Structures;
import io.github.rediscomponents.benchmarks.structure.ViewBenchmark;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks in several rounds, every candidate once a round, and prints
 * Markdown tables of ratios. The median over the rounds is what counts: a machine that
 * slows down slows all candidates of a round.
 */
public final class Report {

	private static final int WARMUP_SECONDS = Integer.getInteger("bench.warmup", 3);

	private static final int MEASURED_SECONDS = Integer.getInteger("bench.seconds", 4);

	private Report() {
	}

	/**
	 * Runs benchmarks and prints the tables.
	 * @param args a regular expression over class names, the number of rounds, and where
	 * the core of an earlier state is
	 * @throws Exception if a benchmark cannot be run
	 */
	public static void main(String[] args) throws Exception {
		String include = (args.length > 0) ? args[0] : ".*";
		int rounds = (args.length > 1) ? Integer.parseInt(args[1]) : 3;
		for (Plan plan : Plan.values()) {
			if (plan.type.getSimpleName().matches(".*" + include + ".*")) {
				for (int threads : plan.threads) {
					print(plan, threads, run(plan, threads, rounds));
				}
			}
		}
		if ("LockPairs".matches(".*" + include + ".*")) {
			LockPairs.print(rounds);
		}
		Contention.print(include, rounds);
		Messaging.print(include, rounds);
		Structures.print(include, rounds);
		CachePeers.print(include, rounds);
		if ("StartUp".matches(".*" + include + ".*")) {
			StartUp.print();
		}
		if ("StartCost".matches(".*" + include + ".*")) {
			StartCost.print();
		}
		if ("Commands".matches(".*" + include + ".*")) {
			CommandCounts.print();
		}
		if ("Completion".matches(".*" + include + ".*")) {
			Completion.print();
		}
		if ("FeedSpeed".matches(".*" + include + ".*")) {
			FeedSpeed.print();
		}
		if ("CodecSpeed".matches(".*" + include + ".*")) {
			CodecSpeed.print(rounds);
		}
		if ("CacheClassics".matches(".*" + include + ".*")) {
			CacheClassics.print();
		}
		if ("SessionSpeed".matches(".*" + include + ".*")) {
			SessionSpeed.print(rounds);
		}
		if (args.length > 2 && !args[2].isBlank() && "EarlierState".matches(".*" + include + ".*")) {
			EarlierState.print(args[2]);
		}
	}

	/** What each candidate allocates, as the last table saw it. */
	private static final Map<String, Double> ALLOCATED = new ConcurrentHashMap<>();

	private static Map<String, List<Double>> run(Plan plan, int threads, int rounds) throws RunnerException {
		Map<String, List<Double>> scores = new LinkedHashMap<>();
		for (int round = 0; round < rounds; round++) {
			Options options = new OptionsBuilder().include(plan.type.getName() + "\\.")
				.mode(Mode.Throughput)
				.timeUnit(TimeUnit.SECONDS)
				.threads(threads)
				.forks(1)
				.warmupIterations(1)
				.warmupTime(TimeValue.seconds(WARMUP_SECONDS))
				.measurementIterations(1)
				.measurementTime(TimeValue.seconds(MEASURED_SECONDS))
				.shouldFailOnError(true)
				.jvmArgsAppend("-Djmh.shutdownTimeout=1")
				.addProfiler(GCProfiler.class)
				.verbosity(VerboseMode.SILENT)
				.build();
			for (RunResult result : new Runner(options).run()) {
				String name = result.getParams().getBenchmark();
				ALLOCATED.put(name.substring(name.lastIndexOf('.') + 1),
						result.getSecondaryResults().get("gc.alloc.rate.norm").getScore());
				scores.computeIfAbsent(name.substring(name.lastIndexOf('.') + 1), (key) -> new ArrayList<>())
					.add(result.getPrimaryResult().getScore());
			}
		}
		return scores;
	}

	private static void print(Plan plan, int threads, Map<String, List<Double>> scores) {
		System.out.printf("%n### %s, %d thread%s%n%n", plan.title, threads, (threads == 1) ? "" : "s");
		System.out.println("| candidate | operations/s (median) | redis-components is faster by | bytes allocated |");
		System.out.println("|---|---|---|---|");
		List<String> names = scores.keySet()
			.stream()
			.sorted(Comparator.comparing((String name) -> name.substring(0, name.indexOf('_')))
				.thenComparing((name) -> !name.contains("redisComponents")))
			.toList();
		for (String name : names) {
			String group = name.substring(0, name.indexOf('_') + 1);
			String ours = names.stream()
				.filter((other) -> other.startsWith(group + "redisComponents"))
				.findFirst()
				.orElseThrow();
			String ratio = name.contains("redisComponents") ? ""
					: String.format(Locale.ROOT, "%.2f x", medianRatio(scores.get(ours), scores.get(name)));
			System.out.printf(Locale.ROOT, "| %s | %,.0f | %s | %,.0f |%n", name.replace('_', ' '),
					median(scores.get(name)), ratio, ALLOCATED.get(name));
		}
	}

	public static double medianRatio(List<Double> ours, List<Double> theirs) {
		List<Double> ratios = new ArrayList<>();
		for (int round = 0; round < ours.size(); round++) {
			ratios.add(ours.get(round) / theirs.get(round));
		}
		return median(ratios);
	}

	public static double median(List<Double> values) {
		List<Double> sorted = values.stream().sorted().toList();
		int middle = sorted.size() / 2;
		return (sorted.size() % 2 == 1) ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
	}

	private enum Plan {

		CACHE(CacheHitBenchmark.class, "Cache hit", 1, 16),

		LOCAL(LocalHitBenchmark.class, "Hit in the memory of the process", 1, 2),

		LOCK(LockBenchmark.class, "Lock and unlock, a key for each thread", 1, 16),

		ID(IdBenchmark.class, "Ids from one key", 1, 4),

		VIEWS(ViewBenchmark.class, "Views of one page and of a thousand", 1, 16),

		RATE(RateLimitBenchmark.class, "Attempts at one hot key", 1, 16),

		BLOOM(BloomFilterBenchmark.class, "Bloom filter for a million elements, 1 % wrong", 1, 16);

		private final Class<?> type;

		private final String title;

		private final int[] threads;

		Plan(Class<?> type, String title, int... threads) {
			this.type = type;
			this.title = title;
			this.threads = threads;
		}

	}

}
