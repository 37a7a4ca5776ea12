// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.id;

import io.github.rediscomponents.id.IdSequence;
import io.github.rediscomponents.id.IdWorker;

/**
 * The same with {@link IdWorker}.
 */
public class OrderIds {

	private final IdSequence orders;

	public OrderIds(IdWorker ids) {
		this.orders = ids.sequence("order");
	}

	public long nextId() {
		return this.orders.nextId();
	}

}
