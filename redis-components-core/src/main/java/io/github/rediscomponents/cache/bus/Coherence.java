// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

/**
 * Whether this process is told of every change of what it keeps of a cache in its memory.
 *
 * @since 1.0.0
 */
public interface Coherence {

	/**
	 * Returns whether it is proven.
	 * @param now by the monotonic clock
	 */
	boolean isUp(long now);

	/**
	 * Returns the number of the present stretch of time in which no change was missed.
	 * What is cached in an earlier one counts no more.
	 */
	int era();

	/**
	 * Returns the era in which it was proven last, to be read after {@link #provenUntil}.
	 * A change that is known to be missed begins another one.
	 */
	int provenEra();

	/**
	 * Returns until when it was proven last, by the monotonic clock.
	 */
	long provenUntil();

}
