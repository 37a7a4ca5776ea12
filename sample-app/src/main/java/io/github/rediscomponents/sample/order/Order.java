// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.LocalDateTime;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonFormat.Shape;

/**
 * An order of a voucher.
 *
 * @param id the order's id, a string in JSON because it exceeds what a JavaScript number
 * holds
 * @param userId whose
 * @param voucherId of what
 * @param shopId of which shop
 * @param title the voucher's title
 * @param payValue what it costs, in cents
 * @param status {@link #PLACING}, {@link #UNPAID}, 2 paid, 3 used, {@link #CANCELLED}, 5
 * being refunded, 6 refunded
 * @param createTime when it was ordered
 */
public record Order(@JsonFormat(shape = Shape.STRING) long id, long userId, long voucherId, long shopId, String title,
		long payValue, int status, LocalDateTime createTime) {

	/** Accepted, and on its way to the database. */
	static final int PLACING = 0;

	/** Ordered, and not paid yet. */
	static final int UNPAID = 1;

	/** Accepted, and refused for good when it was to be stored. */
	static final int CANCELLED = 4;

}
