// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

/**
 * Contention for one lock or semaphore, and what it takes to get over a loss, side by
 * side. All libraries run in one JVM on one server each round, one after the other, in
 * another order each time.
 */
public final class Contention {

	/** How long one candidate is measured in one round. */
	static final int SECONDS = Integer.getInteger("bench.seconds", 4);

	private Contention() {
	}

	/**
	 * Runs all of it, or a part by its own name.
	 * @param include a regular expression
	 * @param rounds how often
	 */
	public static void print(String include, int rounds) throws Exception {
		if (wanted(include, Throughput.class)) {
			for (Library.Group group : Library.Group.values()) {
				Throughput.print(group, 8, 1, rounds);
				Throughput.print(group, 1, 8, rounds);
			}
		}
		if (wanted(include, WakeUps.class)) {
			WakeUps.print(rounds);
		}
		if (wanted(include, WriterAmongReaders.class)) {
			WriterAmongReaders.print(rounds);
		}
		if (wanted(include, Recovery.class)) {
			Recovery.print(rounds);
		}
		if (wanted(include, RenewalCost.class)) {
			RenewalCost.print();
		}
	}

	private static boolean wanted(String include, Class<?> part) {
		String pattern = ".*" + include + ".*";
		return "Contention".matches(pattern) || part.getSimpleName().matches(pattern);
	}

}
