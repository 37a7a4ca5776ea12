// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import io.github.rediscomponents.id.IdSequence;
import io.github.rediscomponents.id.IdWorker;

/**
 * The same with an {@link IdWorker}.
 */
public class AfterIds {

	private final IdSequence orders;

	public AfterIds(IdWorker ids) {
		this.orders = ids.sequence("order");
	}

	public long next() {
		return this.orders.nextId();
	}

}
