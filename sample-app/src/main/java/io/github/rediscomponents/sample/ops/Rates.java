// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.HashMap;
import java.util.Map;

/**
 * Converts growing totals to their growth since the last read. Not thread-safe.
 */
final class Rates {

	private final Map<String, Double> last = new HashMap<>();

	/**
	 * Returns the growth of a total since the last call.
	 * @param name name of the total
	 * @param total the current total
	 * @return the growth, zero for the first call
	 */
	double growth(String name, double total) {
		Double before = this.last.put(name, total);
		return (before != null) ? total - before : 0;
	}

}
