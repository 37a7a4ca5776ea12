// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.tutorial.Pause;

/**
 * Deletes the cached value, then updates the row.
 */
public class DeleteThenUpdate {

	private final StringRedisTemplate redis;

	private final Rows rows;

	private final Pause pause;

	public DeleteThenUpdate(StringRedisTemplate redis, Rows rows, Pause pause) {
		this.redis = redis;
		this.rows = rows;
		this.pause = pause;
	}

	public @Nullable String read(String id) {
		String known = this.redis.opsForValue().get("row:" + id);
		if (known != null) {
			return known;
		}
		String loaded = this.rows.find(id);
		if (loaded != null) {
			this.redis.opsForValue().set("row:" + id, loaded, Duration.ofMinutes(30));
		}
		return loaded;
	}

	public void update(String id, String value) {
		this.redis.delete("row:" + id);
		this.pause.here();
		this.rows.save(id, value);
	}

}
