// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

/**
 * The numbers of a {@link BloomFilter} at one moment, slice by slice.
 *
 * @param built whether there is a filter that answers
 * @param rebuilding whether another one is being built, or was left unfinished
 * @param capacity for how many elements the live filter was made; 0 without one
 * @param slices over how many keys it is spread
 * @param lostSlices how many of these are not there: their elements are
 * {@link Membership#UNKNOWN}
 * @param bits the number of its bits, those of lost slices included
 * @param bitsSet the number of bits that are set; with the engine {@code MODULE} computed
 * from the number of elements
 * @param elements about how many different elements were added
 * @param errorRate which part of the elements that were not added is taken for added now,
 * about
 * @since 1.0.0
 */
public record BloomStats(boolean built, boolean rebuilding, long capacity, int slices, int lostSlices, long bits,
		long bitsSet, long elements, double errorRate) {

	/**
	 * Which part of the bits is set: 0.48 to 0.55 when there are {@code capacity}
	 * elements, by the error rate.
	 * @return 0 to 1
	 */
	public double fill() {
		return (this.bits > 0) ? (double) this.bitsSet / this.bits : 0;
	}

}
