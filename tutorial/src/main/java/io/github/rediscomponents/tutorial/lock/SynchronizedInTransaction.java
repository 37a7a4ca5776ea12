// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import org.springframework.transaction.annotation.Transactional;

/**
 * One order for each user, under a monitor that ends before the transaction does.
 */
public class SynchronizedInTransaction {

	private final VoucherOrders orders;

	public SynchronizedInTransaction(VoucherOrders orders) {
		this.orders = orders;
	}

	@Transactional
	public synchronized boolean buy(long user, long voucher) {
		if (this.orders.has(user, voucher)) {
			return false;
		}
		this.orders.insert(user, voucher);
		return true;
	}

}
