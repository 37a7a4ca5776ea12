// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

/**
 * What a sale decided about an attempt to buy.
 *
 * @param verdict what
 * @param orderId the order that the user has, 0 if none
 */
record Decision(Verdict verdict, long orderId) {

	/** What a sale decides. */
	enum Verdict {

		/** The order is on its way. */
		ACCEPTED,

		/** The user has an order already, which may be this one. */
		ORDERED,

		/** The voucher is not sold (any more). */
		OFF,

		/** The sale begins later. */
		NOT_BEGUN,

		/** The sale is over. */
		OVER,

		/** Nothing is left. */
		SOLD_OUT,

		/** Redis does not know the sale. */
		LOST,

		/** The sale was lost, and orders of before come back first. */
		HELD

	}

}
