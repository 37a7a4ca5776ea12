// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.structure;

/**
 * Lists, counters, bitmaps, places and rankings beside the objects of Redisson. Both run
 * in one JVM on one server, one after the other, in another order each round.
 */
public final class Structures {

	private Structures() {
	}

	/**
	 * Runs all of it, or a part by its own name.
	 * @param include a regular expression
	 * @param rounds how often
	 */
	public static void print(String include, int rounds) {
		if (wanted(include, RecentSpeed.class)) {
			RecentSpeed.print(rounds);
		}
		if (wanted(include, UniqueSpeed.class)) {
			UniqueSpeed.print(rounds);
		}
		if (wanted(include, BitmapSpeed.class)) {
			BitmapSpeed.print(rounds);
		}
		if (wanted(include, GeoSpeed.class)) {
			GeoSpeed.print(rounds);
		}
		if (wanted(include, RankSpeed.class)) {
			RankSpeed.print(rounds);
		}
	}

	private static boolean wanted(String include, Class<?> part) {
		String pattern = ".*" + include + ".*";
		return "Structures".matches(pattern) || part.getSimpleName().matches(pattern);
	}

}
