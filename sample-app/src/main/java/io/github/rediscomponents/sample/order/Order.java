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
 * @param userId id of the user
 * @param voucherId the voucher
 * @param shopId the shop
 * @param title the voucher's title
 * @param payValue price in cents
 * @param status {@link #PLACING}, {@link #UNPAID}, 2 paid, 3 used, {@link #CANCELLED}, 5
 * being refunded, 6 refunded
 * @param createTime time of the order
 */
public record Order(@JsonFormat(shape = Shape.STRING) long id, long userId, long voucherId, long shopId, String title,
		long payValue, int status, LocalDateTime createTime) {

	/** Accepted, not stored in the database yet. */
	static final int PLACING = 0;

	/** Stored, not paid yet. */
	static final int UNPAID = 1;

	/** Accepted, then finally refused by the database. */
	static final int CANCELLED = 4;

}
