// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.queue;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * A list as a queue: {@code LPUSH} and {@code RPOP}.
 */
public class ListOrders {

	private final StringRedisTemplate redis;

	public ListOrders(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public void add(String order) {
		this.redis.opsForList().leftPush("orders", order);
	}

	public boolean handleNext(Handler handler) {
		String order = this.redis.opsForList().rightPop("orders");
		if (order == null) {
			return false;
		}
		handler.handle(order);
		return true;
	}

}
