// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Reads a long list of ids from the database in parts, in their order.
 */
@FunctionalInterface
public interface Batch {

	/**
	 * Reads a part.
	 * @param after the last id of the previous part, 0 for the first
	 * @param most the most ids
	 * @return the ids after it; empty at the end
	 */
	List<Long> read(long after, int most);

	/**
	 * Performs an action for each id of a list, part by part.
	 * @param list the list
	 * @param action receives each id
	 * @param end whether to stop
	 */
	static void forEach(Batch list, LongConsumer action, BooleanSupplier end) {
		int size = 500;
		List<Long> ids = list.read(0, size);
		while (!ids.isEmpty()) {
			for (long id : ids) {
				if (end.getAsBoolean()) {
					return;
				}
				action.accept(id);
			}
			ids = list.read(ids.get(ids.size() - 1), size);
		}
	}

}
