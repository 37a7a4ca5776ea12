// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

/**
 * Reads numbers of the application. Called about once a second, by one thread at a time.
 */
@FunctionalInterface
interface Probe {

	void read(Reading reading);

	/**
	 * Receives the numbers of one sample.
	 */
	@FunctionalInterface
	interface Reading {

		/**
		 * Adds a number. NaN is omitted.
		 * @param plot the plot
		 * @param name name of the line in the plot
		 * @param value the number
		 */
		void put(String plot, String name, double value);

	}

}
