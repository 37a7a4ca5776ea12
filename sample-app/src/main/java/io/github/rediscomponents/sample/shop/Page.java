package io.github.rediscomponents.sample.shop;

/**
 * One page of a list.
 *
 * @param number the first is 1
 */
record Page(int number) {

	static final int SIZE = 10;

	/** No list of this application is longer than this many pages. */
	static final int MAX = 10_000;

	/**
	 * Whether there can be anything on the page with this number.
	 */
	static boolean exists(long number) {
		return number >= 1 && number <= MAX;
	}

	int offset() {
		return (this.number - 1) * SIZE;
	}

	/** How many elements there are up to the end of this page. */
	int end() {
		return this.number * SIZE;
	}

}
