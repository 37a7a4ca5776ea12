// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

/**
 * The reason why an accepted order is not stored.
 */
enum Refusal {

	/** The stock of the database is exhausted. No piece is returned to the sale. */
	NO_STOCK,

	/** The user has another order of the voucher. */
	SECOND_ORDER,

	/**
	 * The order violates a constraint of the database, such as the existence of its user
	 * and voucher.
	 */
	RULE,

	/**
	 * Redis had lost the order, and the sale was deleted or sold out, or the user had
	 * another order, when it was submitted again.
	 */
	LOST

}
