// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import java.util.Optional;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.tutorial.Pause;

/**
 * Sells under a {@link DistributedLock}: the lease is renewed while the work runs.
 */
public class LeasedSale {

	private final DistributedLock locks;

	private final Stock stock;

	public LeasedSale(DistributedLock locks, Stock stock) {
		this.locks = locks;
		this.stock = stock;
	}

	public boolean buy(Pause slow) {
		Optional<Lease> acquired = this.locks.get("stock").tryAcquire();
		if (acquired.isEmpty()) {
			return false;
		}
		try (Lease lease = acquired.get()) {
			int left = this.stock.left();
			slow.here();
			lease.checkValid();
			if (left > 0) {
				this.stock.sell(left);
			}
			return left > 0;
		}
	}

}
