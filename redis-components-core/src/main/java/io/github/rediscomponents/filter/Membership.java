// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

/**
 * The answer of a {@link BloomFilter} about an element.
 *
 * @since 1.0.0
 */
public enum Membership {

	/** It was certainly not added. */
	ABSENT,

	/** It was probably added; wrong with the probability of the filter's error rate. */
	MAYBE,

	/**
	 * The filter, or the part of it where the element belongs, is not there: never built,
	 * built for the first time just now, lost or evicted. To be treated as if the element
	 * may be there.
	 */
	UNKNOWN

}
