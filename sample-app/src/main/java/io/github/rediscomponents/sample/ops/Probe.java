// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

/**
 * Reads some numbers of the application. Called about once a second, by one thread at a
 * time.
 */
@FunctionalInterface
interface Probe {

	void read(Reading reading);

	/**
	 * Takes the numbers of one moment.
	 */
	@FunctionalInterface
	interface Reading {

		/**
		 * Takes a number; what is not a number is left out.
		 * @param plot where it is drawn
		 * @param name the line's name in that plot
		 * @param value the number
		 */
		void put(String plot, String name, double value);

	}

}
