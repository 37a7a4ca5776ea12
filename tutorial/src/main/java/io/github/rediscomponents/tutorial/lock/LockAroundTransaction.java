// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import java.util.Optional;

import org.springframework.transaction.support.TransactionOperations;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;

/**
 * One order for each user, under a lock that is released after the commit.
 */
public class LockAroundTransaction {

	private final DistributedLock locks;

	private final TransactionOperations transactions;

	private final VoucherOrders orders;

	public LockAroundTransaction(DistributedLock locks, TransactionOperations transactions, VoucherOrders orders) {
		this.locks = locks;
		this.transactions = transactions;
		this.orders = orders;
	}

	public boolean buy(long user, long voucher) {
		Optional<Lease> acquired = this.locks.get("order:" + user).tryAcquire();
		if (acquired.isEmpty()) {
			return false;
		}
		try (Lease lease = acquired.get()) {
			return Boolean.TRUE.equals(this.transactions.execute((status) -> order(user, voucher)));
		}
	}

	private boolean order(long user, long voucher) {
		if (this.orders.has(user, voucher)) {
			return false;
		}
		this.orders.insert(user, voucher);
		return true;
	}

}
