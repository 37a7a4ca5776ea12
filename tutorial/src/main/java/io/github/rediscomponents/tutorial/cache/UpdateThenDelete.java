// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Cache-aside as recommended: updates the row, then deletes the cached value.
 */
public class UpdateThenDelete {

	private final StringRedisTemplate redis;

	private final Rows rows;

	public UpdateThenDelete(StringRedisTemplate redis, Rows rows) {
		this.redis = redis;
		this.rows = rows;
	}

	public @Nullable String read(String id) {
		String known = this.redis.opsForValue().get("row:" + id);
		if (known == null) {
			known = this.rows.find(id);
			if (known != null) {
				this.redis.opsForValue().set("row:" + id, known, Duration.ofMinutes(30));
			}
		}
		return known;
	}

	public void update(String id, String value) {
		this.rows.save(id, value);
		this.redis.delete("row:" + id);
	}

}
