// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.template;

import java.time.Instant;
import java.util.List;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.ScheduleOptions;

/**
 * Moves tasks from a sorted set, whose scores are milliseconds, to a {@link DelayQueue}.
 */
public class MovedDelays {

	private final StringRedisTemplate redis;

	private final DelayQueue<String> unpaid;

	public MovedDelays(StringRedisTemplate redis, DelayQueue<String> unpaid) {
		this.redis = redis;
		this.unpaid = unpaid;
	}

	public boolean moveNext() {
		for (String order : List.copyOf(this.redis.opsForZSet().range("unpaid", 0, 99))) {
			Double due = this.redis.opsForZSet().score("unpaid", order);
			if (due != null) {
				this.unpaid.schedule(order, Instant.ofEpochMilli(due.longValue()), ScheduleOptions.id(order));
				this.redis.opsForZSet().remove("unpaid", order);
			}
		}
		return this.redis.hasKey("unpaid");
	}

}
