// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * A part of a long list of ids in the database, in their order.
 */
@FunctionalInterface
public interface Batch {

	/**
	 * Reads a part.
	 * @param after the last id of the part before, 0 for the first
	 * @param most how many
	 * @return the ids after it; empty at the end
	 */
	List<Long> read(long after, int most);

	/**
	 * Does something for each of a list, part by part.
	 * @param list the list
	 * @param action gets each id
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
