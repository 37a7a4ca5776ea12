// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.demo;

import java.util.List;
import java.util.stream.IntStream;

import io.github.rediscomponents.sample.data.CsvFile;

/**
 * The people of the demonstration, and which of them belong together. The same at each
 * start.
 */
final class People {

	private static final int FOLLOWED = 5;

	/** Distances within the list, prime to its length. */
	private static final int LIKE_STEP = 7;

	private static final int LIKE_DISTANCE = 3;

	private static final int FOLLOW_STEP = 5;

	private static final List<Long> IDS = CsvFile.read("demo_people.csv")
		.stream()
		.map((row) -> row.number("id"))
		.toList();

	private People() {
	}

	static List<Long> ids() {
		return IDS;
	}

	/** Returns the person whose like of a story is the n-th one. */
	static long fanOf(int story, int n) {
		return at(story * LIKE_DISTANCE + n * LIKE_STEP);
	}

	/** Returns the people whom one of them follows. */
	static List<Long> followedBy(long id) {
		int index = IDS.indexOf(id);
		return IntStream.rangeClosed(1, FOLLOWED).mapToObj((n) -> at(index + n * FOLLOW_STEP)).toList();
	}

	/** Returns the people whom a new user follows. */
	static List<Long> guides() {
		return List.of(24L, 18L, 13L, 26L, 19L, 12L, 25L);
	}

	private static long at(int place) {
		return IDS.get(Math.floorMod(place, IDS.size()));
	}

}
