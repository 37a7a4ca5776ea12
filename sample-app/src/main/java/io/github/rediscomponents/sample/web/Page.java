// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

/**
 * One page of a list.
 *
 * @param number the first is 1
 */
public record Page(int number) {

	public static final int SIZE = 10;

	/** No list of this application is longer than this many pages. */
	static final int MAX = 10_000;

	/**
	 * Whether there can be anything on the page with this number.
	 */
	public static boolean exists(long number) {
		return number >= 1 && number <= MAX;
	}

	public int offset() {
		return (this.number - 1) * SIZE;
	}

	/** How many elements there are up to the end of this page. */
	public int end() {
		return this.number * SIZE;
	}

}
