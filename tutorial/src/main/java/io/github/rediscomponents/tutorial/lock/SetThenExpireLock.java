// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import java.time.Duration;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.tutorial.Pause;

/**
 * As tutorials begin: {@code SETNX}, then {@code EXPIRE}.
 */
public class SetThenExpireLock {

	private final StringRedisTemplate redis;

	private final Pause pause;

	public SetThenExpireLock(StringRedisTemplate redis, Pause pause) {
		this.redis = redis;
		this.pause = pause;
	}

	public boolean tryLock(String name) {
		Boolean locked = this.redis.opsForValue().setIfAbsent("lock:" + name, "1");
		this.pause.here();
		if (Boolean.TRUE.equals(locked)) {
			this.redis.expire("lock:" + name, Duration.ofSeconds(10));
			return true;
		}
		return false;
	}

	public void unlock(String name) {
		this.redis.delete("lock:" + name);
	}

}
