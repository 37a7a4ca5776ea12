// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.cache;

import java.time.Duration;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Stores values without a TTL and with their time of expiry; a pool of threads rebuilds
 * expired ones while the old value is returned.
 */
public class LogicalExpiry {

	private final StringRedisTemplate redis;

	private final Rows rows;

	private final Executor pool;

	public LogicalExpiry(StringRedisTemplate redis, Rows rows, Executor pool) {
		this.redis = redis;
		this.rows = rows;
		this.pool = pool;
	}

	public @Nullable String read(String id) {
		String known = this.redis.opsForValue().get("row:" + id);
		if (known == null) {
			return null;
		}
		String[] parts = known.split("\\|", 2);
		if (Long.parseLong(parts[0]) > System.currentTimeMillis()) {
			return parts[1];
		}
		Boolean mutex = this.redis.opsForValue().setIfAbsent("mutex:" + id, "1", Duration.ofSeconds(10));
		if (Boolean.TRUE.equals(mutex)) {
			this.pool.execute(() -> {
				try {
					store(id, Duration.ofMinutes(30));
				}
				finally {
					this.redis.delete("mutex:" + id);
				}
			});
		}
		return parts[1];
	}

	public void store(String id, Duration fresh) {
		String loaded = this.rows.find(id);
		long until = System.currentTimeMillis() + fresh.toMillis();
		this.redis.opsForValue().set("row:" + id, until + "|" + loaded);
	}

	public void update(String id, String value) {
		this.rows.save(id, value);
		this.redis.delete("row:" + id);
	}

}
