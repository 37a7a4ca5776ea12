// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

/**
 * How many different members there were.
 *
 * @param value how many
 * @param exact whether that is the true number; if not, it is an estimate
 * @since 1.0.0
 */
public record UniqueCount(long value, boolean exact) {

	/**
	 * The relative standard error of an estimate, {@code 1.04 / sqrt(16384)} as Flajolet
	 * and others derive it for the 16,384 registers that Redis has (HyperLogLog: the
	 * analysis of a near-optimal cardinality estimation algorithm, 2007). About two of
	 * three estimates are within it, 95 of 100 within twice, 997 of 1000 within three
	 * times that.
	 */
	public static final double STANDARD_ERROR = 0.008125;

	/**
	 * The relative standard error of this count.
	 * @return 0 if it is exact, else {@link #STANDARD_ERROR}
	 */
	public double standardError() {
		return this.exact ? 0 : STANDARD_ERROR;
	}

}
