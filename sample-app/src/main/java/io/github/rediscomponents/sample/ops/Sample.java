// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.Map;

/**
 * The numbers of one point in time.
 *
 * @param time milliseconds since 1970
 * @param values the numbers by line
 */
record Sample(long time, Map<Line, Double> values) {

	/**
	 * A line of a plot.
	 *
	 * @param plot the plot
	 * @param name name of the line in the plot
	 */
	record Line(String plot, String name) {
	}

}
