// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import java.time.Duration;
import java.util.List;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.DefaultRedisScript;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Compares and deletes in one script. The TTL is a guess of how long the work takes.
 */
public class FixedLeaseLock {

	private static final RedisScript<Long> UNLOCK = new DefaultRedisScript<>(
			"if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end",
			Long.class);

	private final StringRedisTemplate redis;

	private final String owner;

	public FixedLeaseLock(StringRedisTemplate redis, String owner) {
		this.redis = redis;
		this.owner = owner;
	}

	public boolean tryLock(String name, Duration ttl) {
		return Boolean.TRUE.equals(this.redis.opsForValue().setIfAbsent("lock:" + name, this.owner, ttl));
	}

	public void unlock(String name) {
		this.redis.execute(UNLOCK, List.of("lock:" + name), this.owner);
	}

}
