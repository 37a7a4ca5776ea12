// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Stores an empty text for a row that does not exist.
 */
public class NullCaching {

	private final StringRedisTemplate redis;

	private final Rows rows;

	public NullCaching(StringRedisTemplate redis, Rows rows) {
		this.redis = redis;
		this.rows = rows;
	}

	public @Nullable String read(String id) {
		String known = this.redis.opsForValue().get("row:" + id);
		if (known != null) {
			return known.isEmpty() ? null : known;
		}
		String loaded = this.rows.find(id);
		if (loaded == null) {
			this.redis.opsForValue().set("row:" + id, "", Duration.ofMinutes(2));
			return null;
		}
		this.redis.opsForValue().set("row:" + id, loaded, Duration.ofMinutes(30));
		return loaded;
	}

	public void insert(String id, String value) {
		this.rows.save(id, value);
	}

}
