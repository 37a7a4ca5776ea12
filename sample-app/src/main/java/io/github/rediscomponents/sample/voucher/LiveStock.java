// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.voucher;

import java.util.OptionalLong;

/**
 * Provides the remaining stock of a flash sale, which is less than the stock in the
 * database while orders are not stored yet.
 */
public interface LiveStock {

	/**
	 * Returns the remaining stock.
	 * @param voucherId the sale
	 * @return the stock, empty if only the database has it
	 */
	OptionalLong left(long voucherId);

}
