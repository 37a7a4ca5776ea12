// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

/**
 * One page of a list.
 *
 * @param number the first is 1
 */
public record Page(int number) {

	public static final int SIZE = 10;

	/** The most pages of a list. */
	static final int MAX = 10_000;

	/**
	 * Returns whether a page with this number can have elements.
	 */
	public static boolean exists(long number) {
		return number >= 1 && number <= MAX;
	}

	public int offset() {
		return (this.number - 1) * SIZE;
	}

	/** Returns the number of elements up to the end of this page. */
	public int end() {
		return this.number * SIZE;
	}

}
