// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Splits a batch into parts for one script each.
 *
 * @since 1.0.0
 */
public final class Chunks {

	private Chunks() {
	}

	/**
	 * Parts with a bounded number of items and of bytes.
	 * @param items all of them
	 * @param most how many items a part has at most
	 * @param mostBytes how many bytes it has at most, unless one item alone has more
	 * @param bytes the size of an item
	 * @param <I> the type of the items
	 * @return views, in their order
	 */
	public static <I> List<List<I>> of(List<I> items, int most, long mostBytes, ToIntFunction<I> bytes) {
		List<List<I>> chunks = new ArrayList<>();
		int from = 0;
		long sum = 0;
		for (int i = 0; i < items.size(); i++) {
			int length = bytes.applyAsInt(items.get(i));
			if (i > from && (i - from == most || sum + length > mostBytes)) {
				chunks.add(items.subList(from, i));
				from = i;
				sum = 0;
			}
			sum += length;
		}
		if (from < items.size()) {
			chunks.add(items.subList(from, items.size()));
		}
		return chunks;
	}

}
