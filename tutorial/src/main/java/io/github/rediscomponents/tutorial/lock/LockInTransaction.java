// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import java.time.Duration;

import org.springframework.transaction.annotation.Transactional;

/**
 * One order for each user, under a lock that ends before the transaction does.
 */
public class LockInTransaction {

	private static final Duration TTL = Duration.ofMinutes(1);

	private final FixedLeaseLock lock;

	private final VoucherOrders orders;

	public LockInTransaction(FixedLeaseLock lock, VoucherOrders orders) {
		this.lock = lock;
		this.orders = orders;
	}

	@Transactional
	public boolean buy(long user, long voucher) {
		if (!this.lock.tryLock("order:" + user, TTL)) {
			return false;
		}
		try {
			if (this.orders.has(user, voucher)) {
				return false;
			}
			this.orders.insert(user, voucher);
			return true;
		}
		finally {
			this.lock.unlock("order:" + user);
		}
	}

}
