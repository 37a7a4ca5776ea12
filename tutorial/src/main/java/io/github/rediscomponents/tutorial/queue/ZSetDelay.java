// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.queue;

import java.util.Set;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * A sorted set as a delayed queue: the score is the time at which an order is due.
 */
public class ZSetDelay {

	private final StringRedisTemplate redis;

	public ZSetDelay(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public void add(String order, long dueMillis) {
		this.redis.opsForZSet().add("unpaid", order, dueMillis);
	}

	public void handleDue(Handler handler) {
		Set<String> due = this.redis.opsForZSet().rangeByScore("unpaid", 0, System.currentTimeMillis(), 0, 10);
		for (String order : due) {
			handler.handle(order);
			this.redis.opsForZSet().remove("unpaid", order);
		}
	}

	public void removeThenHandleDue(Handler handler) {
		Set<String> due = this.redis.opsForZSet().rangeByScore("unpaid", 0, System.currentTimeMillis(), 0, 10);
		for (String order : due) {
			if (Long.valueOf(1).equals(this.redis.opsForZSet().remove("unpaid", order))) {
				handler.handle(order);
			}
		}
	}

}
