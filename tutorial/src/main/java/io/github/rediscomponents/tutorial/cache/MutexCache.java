// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.tutorial.Pause;

/**
 * Rebuilds a missing value under a mutex. Whoever does not get it sleeps and begins
 * again.
 */
public class MutexCache {

	private final StringRedisTemplate redis;

	private final Rows rows;

	private final Pause pause;

	public MutexCache(StringRedisTemplate redis, Rows rows, Pause pause) {
		this.redis = redis;
		this.rows = rows;
		this.pause = pause;
	}

	public @Nullable String read(String id) throws InterruptedException {
		String known = this.redis.opsForValue().get("row:" + id);
		if (known != null) {
			return known;
		}
		this.pause.here();
		Boolean mutex = this.redis.opsForValue().setIfAbsent("mutex:" + id, "1", Duration.ofSeconds(10));
		if (!Boolean.TRUE.equals(mutex)) {
			// As the tutorials wait: for a time, and not for the value.
			Thread.sleep(50);
			return read(id);
		}
		try {
			String loaded = this.rows.find(id);
			this.redis.opsForValue().set("row:" + id, (loaded != null) ? loaded : "", Duration.ofMinutes(30));
			return loaded;
		}
		finally {
			this.redis.delete("mutex:" + id);
		}
	}

}
