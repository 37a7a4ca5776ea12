// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.list;

import java.util.List;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.tutorial.Pause;

/**
 * The newest three: {@code LPUSH}, then {@code LTRIM}.
 */
public class TrimmedList {

	private final StringRedisTemplate redis;

	private final Pause pause;

	public TrimmedList(StringRedisTemplate redis, Pause pause) {
		this.redis = redis;
		this.pause = pause;
	}

	public void add(String gift) {
		this.redis.opsForList().leftPush("gifts", gift);
		this.pause.here();
		this.redis.opsForList().trim("gifts", 0, 2);
	}

	public List<String> newest() {
		return this.redis.opsForList().range("gifts", 0, -1);
	}

}
