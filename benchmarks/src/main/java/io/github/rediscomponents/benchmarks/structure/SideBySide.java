// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.structure;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;

import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.benchmarks.CommandCounts;
import io.github.rediscomponents.benchmarks.Report;
import io.github.rediscomponents.benchmarks.Waits;

/**
 * Rows of a table: single calls on one thread, candidates in turns and in another order
 * each round, a ratio of the medians of each round.
 */
final class SideBySide {

	private static final int CALLS = Integer.getInteger("bench.calls", 2000);

	private static final int COUNTED = 200;

	private final BenchRedis redis;

	private final int rounds;

	SideBySide(BenchRedis redis, int rounds, String title) {
		this.redis = redis;
		this.rounds = rounds;
		System.out.printf(Locale.ROOT, "%n### %s%n%nLoad of the machine: %.1f.%n%n", title,
				ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
		System.out.println("| operation | candidate | p50 (us) | p99 (us) | redis-components is faster by (p50) | "
				+ "executed in Redis, per operation |");
		System.out.println("|---|---|---|---|---|---|");
	}

	/**
	 * Measures an operation and prints a row for each candidate.
	 * @param operation what is done
	 * @param ours called with 0, 1, 2 and so on
	 * @param peers those beside it
	 */
	void row(String operation, IntConsumer ours, Peer... peers) {
		List<Turns> all = new ArrayList<>();
		all.add(new Turns("redis-components", ours));
		for (Peer peer : peers) {
			all.add(new Turns(peer.name(), peer.call()));
		}
		for (Turns one : all) {
			one.run(CALLS / 4);
			Map<String, Long> before = this.redis.server.commandCalls();
			one.run(COUNTED);
			one.commands = CommandCounts
				.text(CommandCounts.perOperation(before, this.redis.server.commandCalls(), COUNTED));
		}
		for (int round = 0; round < this.rounds; round++) {
			for (int i = 0; i < all.size(); i++) {
				Turns one = all.get((round + i) % all.size());
				one.waits.add(one.run(CALLS));
			}
		}
		all.forEach((one) -> print(operation, one, all.get(0)));
	}

	private void print(String operation, Turns one, Turns ours) {
		List<Double> ratios = new ArrayList<>();
		for (int round = 0; round < this.rounds; round++) {
			ratios.add(one.waits.get(round).p50() / ours.waits.get(round).p50());
		}
		System.out.printf(Locale.ROOT, "| %s | %s | %,.0f | %,.0f | %s | %s |%n", operation, one.name,
				1000 * Waits.median(one.waits, Waits::p50), 1000 * Waits.median(one.waits, Waits::p99),
				(one != ours) ? String.format(Locale.ROOT, "%.2f x", Report.median(ratios)) : "", one.commands);
	}

	/**
	 * Another candidate.
	 *
	 * @param name what it is
	 * @param call called with 0, 1, 2 and so on
	 */
	record Peer(String name, IntConsumer call) {

	}

	private static final class Turns {

		private final String name;

		private final IntConsumer call;

		private final List<Waits> waits = new ArrayList<>();

		private String commands = "";

		private int calls;

		Turns(String name, IntConsumer call) {
			this.name = name;
			this.call = call;
		}

		Waits run(int times) {
			long[] nanos = new long[times];
			for (int i = 0; i < times; i++) {
				long start = System.nanoTime();
				this.call.accept(this.calls++);
				nanos[i] = System.nanoTime() - start;
			}
			return Waits.of(nanos);
		}

	}

}
