// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.limit;

import java.time.Clock;
import java.time.Duration;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Five attempts a minute: a counter for each minute of the clock.
 */
public class MinuteLimit {

	private final StringRedisTemplate redis;

	private final Clock clock;

	public MinuteLimit(StringRedisTemplate redis, Clock clock) {
		this.redis = redis;
		this.clock = clock;
	}

	public boolean allowed(String user) {
		String key = "limit:" + user + ":" + this.clock.millis() / 60_000;
		Long count = this.redis.opsForValue().increment(key);
		this.redis.expire(key, Duration.ofMinutes(1));
		return count <= 5;
	}

}
