// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A row of the database: read, and written later.
 */
public class Stock {

	private final AtomicInteger left;

	private final AtomicInteger orders = new AtomicInteger();

	public Stock(int pieces) {
		this.left = new AtomicInteger(pieces);
	}

	public int left() {
		return this.left.get();
	}

	public int orders() {
		return this.orders.get();
	}

	public void sell(int seen) {
		this.left.set(seen - 1);
		this.orders.incrementAndGet();
	}

}
