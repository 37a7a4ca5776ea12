// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.template;

import java.time.Duration;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.tutorial.queue.Handler;

/**
 * Orders that are closed unless they are paid in time, in a sorted set.
 */
public class BeforeUnpaid {

	private final StringRedisTemplate redis;

	public BeforeUnpaid(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public void ordered(String order, Duration delay) {
		this.redis.opsForZSet().add("unpaid", order, System.currentTimeMillis() + delay.toMillis());
	}

	public void paid(String order) {
		this.redis.opsForZSet().remove("unpaid", order);
	}

	public void closeDue(Handler handler) {
		for (String order : this.redis.opsForZSet().rangeByScore("unpaid", 0, System.currentTimeMillis(), 0, 10)) {
			if (Long.valueOf(1).equals(this.redis.opsForZSet().remove("unpaid", order))) {
				handler.handle(order);
			}
		}
	}

}
