// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.cache;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.tutorial.Pause;

/**
 * Deletes the cached value before the row is updated, and once more after a pause.
 */
public class DoubleDelete {

	private final StringRedisTemplate redis;

	private final Rows rows;

	private final Pause delay;

	public DoubleDelete(StringRedisTemplate redis, Rows rows, Pause delay) {
		this.redis = redis;
		this.rows = rows;
		this.delay = delay;
	}

	public void update(String id, String value) {
		this.redis.delete("row:" + id);
		this.rows.save(id, value);
		this.delay.here();
		this.redis.delete("row:" + id);
	}

}
