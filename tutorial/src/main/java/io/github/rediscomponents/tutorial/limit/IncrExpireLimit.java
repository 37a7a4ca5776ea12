// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.limit;

import java.time.Duration;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.tutorial.Pause;

/**
 * Five attempts a minute: {@code INCR}, and {@code EXPIRE} with the first.
 */
public class IncrExpireLimit {

	private final StringRedisTemplate redis;

	private final Pause pause;

	public IncrExpireLimit(StringRedisTemplate redis, Pause pause) {
		this.redis = redis;
		this.pause = pause;
	}

	public boolean allowed(String user) {
		Long count = this.redis.opsForValue().increment("limit:" + user);
		this.pause.here();
		if (count == 1) {
			this.redis.expire("limit:" + user, Duration.ofMinutes(1));
		}
		return count <= 5;
	}

}
