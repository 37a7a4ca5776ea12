// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.HashMap;
import java.util.Map;

/**
 * Turns totals that only grow into how much they grew since they were looked at last. Not
 * safe for use by several threads.
 */
final class Rates {

	private final Map<String, Double> last = new HashMap<>();

	/**
	 * How much a total grew.
	 * @param name the one
	 * @param total what it is now
	 * @return zero the first time
	 */
	double growth(String name, double total) {
		Double before = this.last.put(name, total);
		return (before != null) ? total - before : 0;
	}

}
