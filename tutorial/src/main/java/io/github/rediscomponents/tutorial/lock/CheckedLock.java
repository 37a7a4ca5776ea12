// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import java.time.Duration;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.tutorial.Pause;

/**
 * The unlock compares the owner, and deletes in a second command.
 */
public class CheckedLock {

	private final StringRedisTemplate redis;

	private final String owner;

	private final Pause pause;

	public CheckedLock(StringRedisTemplate redis, String owner, Pause pause) {
		this.redis = redis;
		this.owner = owner;
		this.pause = pause;
	}

	public boolean tryLock(String name, Duration ttl) {
		return Boolean.TRUE.equals(this.redis.opsForValue().setIfAbsent("lock:" + name, this.owner, ttl));
	}

	public void unlock(String name) {
		if (this.owner.equals(this.redis.opsForValue().get("lock:" + name))) {
			this.pause.here();
			this.redis.delete("lock:" + name);
		}
	}

}
