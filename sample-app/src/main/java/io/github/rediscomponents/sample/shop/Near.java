// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.Comparator;

/**
 * A shop and its distance.
 *
 * @param id the shop's id
 * @param metres the distance
 */
record Near(long id, double metres) {

	/** Nearest first; equal distances by id, so that pages join. */
	static final Comparator<Near> ORDER = Comparator.comparingDouble(Near::metres).thenComparingLong(Near::id);

}
