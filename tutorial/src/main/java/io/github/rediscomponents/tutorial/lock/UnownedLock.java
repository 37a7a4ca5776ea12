// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import java.time.Duration;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * {@code SET NX PX}, and an unlock that deletes whatever is there.
 */
public class UnownedLock {

	private final StringRedisTemplate redis;

	public UnownedLock(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public boolean tryLock(String name, Duration ttl) {
		return Boolean.TRUE.equals(this.redis.opsForValue().setIfAbsent("lock:" + name, "1", ttl));
	}

	public void unlock(String name) {
		this.redis.delete("lock:" + name);
	}

}
