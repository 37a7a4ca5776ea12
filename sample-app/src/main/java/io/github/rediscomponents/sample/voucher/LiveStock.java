// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.voucher;

import java.util.OptionalLong;

/**
 * Knows how many pieces of a flash sale can still be had, which is less than what the
 * database has while orders are on their way to it.
 */
public interface LiveStock {

	/**
	 * How many are left now.
	 * @param voucherId the sale
	 * @return empty if only the database knows the stock
	 */
	OptionalLong left(long voucherId);

}
