// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

/**
 * The decision of a sale on an attempt to buy.
 *
 * @param verdict the verdict
 * @param orderId order of the user, 0 if none
 */
record Decision(Verdict verdict, long orderId) {

	/** The verdict of a sale. */
	enum Verdict {

		/** The order was accepted. */
		ACCEPTED,

		/** The user has an order already, which may be this one. */
		ORDERED,

		/** The voucher is not on sale. */
		OFF,

		/** The sale has not begun. */
		NOT_BEGUN,

		/** The sale is over. */
		OVER,

		/** The stock is exhausted. */
		SOLD_OUT,

		/** Redis does not know the sale. */
		LOST,

		/** The sale was lost, and earlier orders are being restored. */
		HELD

	}

}
