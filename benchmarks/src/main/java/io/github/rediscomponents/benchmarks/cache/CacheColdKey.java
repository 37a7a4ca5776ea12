// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.github.rediscomponents.benchmarks.Report;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisServer;

/**
 * Three JVMs with 64 threads each read one key that is not cached, at once.
 */
final class CacheColdKey {

	private static final int PROCESSES = 3;

	private static final int LEASE_MILLIS = 1000;

	private CacheColdKey() {
	}

	static void print(int rounds) {
		print("A load of 300 ms", 300, 5000, rounds);
		print("A load of 3 s, three times its lease", 3 * LEASE_MILLIS, LEASE_MILLIS, rounds);
	}

	private static void print(String title, int loadMillis, int leaseMillis, int rounds) {
		System.out.printf("%n### %s: %d JVMs with 64 threads each read one cold key%n%n", title, PROCESSES);
		System.out.println("| candidate | loads (most of a round) | slowest caller (ms, median) | "
				+ "after the load (ms) | as long as redis-components |");
		System.out.println("|---|---|---|---|---|");
		Outcome ours = null;
		for (CacheLibrary library : CacheLibrary.values()) {
			Outcome outcome = run(library, loadMillis, leaseMillis, rounds);
			ours = (ours != null) ? ours : outcome;
			System.out.printf(Locale.ROOT, "| %s | %d | %,.0f | %,.0f | %s |%n", library.label(), outcome.loads(),
					outcome.slowest(), outcome.slowest() - loadMillis,
					(outcome != ours) ? String.format(Locale.ROOT, "%.2f x", outcome.slowest() / ours.slowest()) : "");
		}
	}

	private static Outcome run(CacheLibrary library, int loadMillis, int leaseMillis, int rounds) {
		List<ChildJvm> children = new ArrayList<>();
		try (RedisServer server = RedisServer.start()) {
			for (int i = 0; i < PROCESSES; i++) {
				children.add(ChildJvm.start(CacheColdKeyMain.class, library.name(), server.uri(),
						String.valueOf(loadMillis), String.valueOf(leaseMillis), String.valueOf(rounds)));
			}
			children.forEach((child) -> child.awaitLine("READY"::equals));
			List<Double> slowest = new ArrayList<>();
			long most = 0;
			for (int round = 0; round < rounds; round++) {
				server.command("SET", CacheColdKeyMain.LOADS, "0");
				children.forEach((child) -> child.send(""));
				String answer = "ROUND " + round + " ";
				slowest.add(children.stream()
					.map((child) -> child.awaitLine((line) -> line.startsWith(answer)))
					.mapToDouble((line) -> Double.parseDouble(line.substring(answer.length())))
					.max()
					.orElseThrow());
				most = Math.max(most, Long.parseLong(String.valueOf(server.command("GET", CacheColdKeyMain.LOADS))));
			}
			return new Outcome(most, Report.median(slowest));
		}
		finally {
			children.forEach(ChildJvm::close);
		}
	}

	private record Outcome(long loads, double slowest) {

	}

}
