// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import org.springframework.transaction.annotation.Transactional;

import io.github.rediscomponents.lock.Locked;

/**
 * One order for each user, by annotations alone: the lock is outside the transaction.
 */
public class LockedOrders {

	private final VoucherOrders orders;

	public LockedOrders(VoucherOrders orders) {
		this.orders = orders;
	}

	@Locked(name = "order", key = "#user")
	@Transactional
	public boolean buy(long user, long voucher) {
		if (this.orders.has(user, voucher)) {
			return false;
		}
		this.orders.insert(user, voucher);
		return true;
	}

}
