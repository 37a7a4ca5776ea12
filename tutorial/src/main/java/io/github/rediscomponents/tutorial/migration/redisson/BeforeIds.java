// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import org.redisson.api.RIdGenerator;
import org.redisson.api.RedissonClient;

/**
 * Ids of Redisson.
 */
public class BeforeIds {

	private final RIdGenerator orders;

	public BeforeIds(RedissonClient redisson) {
		this.orders = redisson.getIdGenerator("order");
		this.orders.tryInit(1, 1000);
	}

	public long next() {
		return this.orders.nextId();
	}

}
