package io.github.rediscomponents.filter;

/**
 * What a {@link BloomFilter} knows of an element.
 */
public enum Membership {

	/** It was certainly not added. */
	ABSENT,

	/** It was probably added: wrong as often as the filter's error rate says. */
	MAYBE,

	/**
	 * The filter, or the part of it where the element belongs, is not there: never built,
	 * built for the first time just now, lost or evicted. To be treated as if the element
	 * may be there.
	 */
	UNKNOWN

}
