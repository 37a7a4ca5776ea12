// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import java.time.Duration;

import io.github.rediscomponents.tutorial.Pause;

/**
 * Sells under a lock whose TTL is a guess.
 */
public class FixedLeaseSale {

	private final FixedLeaseLock lock;

	private final Stock stock;

	private final Duration ttl;

	public FixedLeaseSale(FixedLeaseLock lock, Stock stock, Duration ttl) {
		this.lock = lock;
		this.stock = stock;
		this.ttl = ttl;
	}

	public boolean buy(Pause slow) {
		if (!this.lock.tryLock("stock", this.ttl)) {
			return false;
		}
		try {
			int left = this.stock.left();
			slow.here();
			if (left > 0) {
				this.stock.sell(left);
			}
			return left > 0;
		}
		finally {
			this.lock.unlock("stock");
		}
	}

}
