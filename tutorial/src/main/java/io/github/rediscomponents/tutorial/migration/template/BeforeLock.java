// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.template;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * A lock by {@code SET NX PX}, released by a script that compares the owner.
 */
public class BeforeLock {

	private static final RedisScript<Long> UNLOCK = RedisScript
		.of("if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0", Long.class);

	private final StringRedisTemplate redis;

	public BeforeLock(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public boolean tryRun(String name, BooleanSupplier body) {
		String owner = UUID.randomUUID().toString();
		Boolean locked = this.redis.opsForValue().setIfAbsent("lock:" + name, owner, Duration.ofSeconds(30));
		if (!Boolean.TRUE.equals(locked)) {
			return false;
		}
		try {
			return body.getAsBoolean();
		}
		finally {
			this.redis.execute(UNLOCK, List.of("lock:" + name), owner);
		}
	}

}
