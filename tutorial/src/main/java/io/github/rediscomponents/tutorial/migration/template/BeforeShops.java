// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.template;

import java.time.Duration;
import java.util.function.LongFunction;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Cache aside: read, load, store; delete after a change.
 */
public class BeforeShops {

	private final StringRedisTemplate redis;

	private final LongFunction<String> rows;

	public BeforeShops(StringRedisTemplate redis, LongFunction<String> rows) {
		this.redis = redis;
		this.rows = rows;
	}

	public String find(long id) {
		String known = this.redis.opsForValue().get("shop:" + id);
		if (known != null) {
			return known;
		}
		String row = this.rows.apply(id);
		this.redis.opsForValue().set("shop:" + id, row, Duration.ofMinutes(30));
		return row;
	}

	public void changed(long id) {
		this.redis.delete("shop:" + id);
	}

}
