// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

/**
 * Receives the events of Bloom filters. Called on the threads of the callers or on an I/O
 * thread: must be fast, must not block and should not throw (exceptions are logged and
 * dropped). Every method does nothing unless it is overridden.
 *
 * @since 1.0.0
 */
public interface BloomFilterObserver {

	/** Ignores every event. */
	BloomFilterObserver NONE = new BloomFilterObserver() {
	};

	/**
	 * Elements were looked up.
	 * @param filter the filter's name
	 * @param answer the answer
	 * @param elements for how many, at least 1
	 */
	default void tested(String filter, Membership answer, int elements) {
	}

	/**
	 * Elements were added.
	 * @param filter the filter's name
	 * @param before the membership of the elements before
	 * @param elements the number of elements, at least 1
	 */
	default void added(String filter, Membership before, int elements) {
	}

	/**
	 * More bits are set than the settings allow: the filter is wrong more and more often
	 * and should be rebuilt, larger or without removed elements. Called once by each
	 * process for each generation of the filter that it meets.
	 * @param filter the filter's name
	 * @param fill the share of the bits that are set
	 */
	default void saturated(String filter, double fill) {
	}

	/**
	 * A rebuild by this process has ended.
	 * @param filter the filter's name
	 * @param elements the number of elements read
	 * @param succeeded whether the new filter is the live one
	 */
	default void rebuilt(String filter, long elements, boolean succeeded) {
	}

}
