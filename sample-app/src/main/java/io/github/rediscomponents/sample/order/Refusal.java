// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

/**
 * Why an accepted order is not stored.
 */
enum Refusal {

	/** The database has nothing left: there is no piece to give back either. */
	NO_STOCK,

	/** The user has another order of the voucher. */
	SECOND_ORDER,

	/** A rule of the database forbids it, such as that there be its user and voucher. */
	RULE,

	/** Redis had lost it, and when that was found out it could not be had any more. */
	LOST

}
