// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.queue;

import java.util.concurrent.BlockingQueue;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Takes a piece of the stock in Redis, and puts the order into a queue of this process; a
 * thread stores the orders in the database.
 */
public class BlockingQueueSale {

	private final StringRedisTemplate redis;

	private final BlockingQueue<String> orders;

	public BlockingQueueSale(StringRedisTemplate redis, BlockingQueue<String> orders) {
		this.redis = redis;
		this.orders = orders;
	}

	public boolean buy(String user) {
		Long left = this.redis.opsForValue().decrement("stock");
		if (left == null || left < 0) {
			return false;
		}
		this.orders.add(user);
		return true;
	}

}
