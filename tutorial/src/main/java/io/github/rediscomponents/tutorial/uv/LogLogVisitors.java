// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.uv;

import java.time.LocalDate;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Unique visitors by HyperLogLog.
 */
public class LogLogVisitors {

	private final StringRedisTemplate redis;

	public LogLogVisitors(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public void visited(LocalDate day, String user) {
		this.redis.opsForHyperLogLog().add("uv:" + day, user);
	}

	public long visitors(LocalDate day) {
		return this.redis.opsForHyperLogLog().size("uv:" + day);
	}

}
