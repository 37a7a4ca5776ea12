package io.github.rediscomponents.sample.voucher;

import java.util.OptionalLong;

/**
 * Knows how many pieces of a flash sale can still be had, which is less than what the
 * database has while orders are on their way to it.
 */
public interface LiveStock {

	/**
	 * How many are left now.
	 * @param voucherId which sale
	 * @return empty if nobody knows better than the database
	 */
	OptionalLong left(long voucherId);

}
