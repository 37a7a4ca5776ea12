package io.github.rediscomponents.sample.voucher;

/**
 * Where a flash sale stands.
 */
public enum SaleState {

	/** On, with something left. */
	ON,

	/** The voucher is not sold (any more). */
	OFF,

	/** The sale begins later. */
	NOT_BEGUN,

	/** The sale is over. */
	OVER,

	/** Nothing is left. */
	SOLD_OUT

}
