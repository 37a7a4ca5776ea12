// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.queue;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.DefaultRedisScript;
import org.springframework.data.redis.core.script.RedisScript;

import io.github.rediscomponents.queue.stream.StreamQueue;

/**
 * One script takes a piece of the stock and appends the order to a {@link StreamQueue}.
 */
public class StreamQueueSale {

	private static final RedisScript<Long> BUY = new DefaultRedisScript<>("""
			if tonumber(redis.call('GET', KEYS[1]) or '0') < 1 then
				return 0
			end
			redis.call('DECR', KEYS[1])
			redis.call('XADD', KEYS[2], '*', 'v', ARGV[1])
			return 1
			""", Long.class);

	private final StringRedisTemplate redis;

	private final StreamQueue<String> orders;

	public StreamQueueSale(StringRedisTemplate redis, StreamQueue<String> orders) {
		this.redis = redis;
		this.orders = orders;
	}

	public boolean buy(String user) {
		String order = new String(this.orders.payload(user), StandardCharsets.UTF_8);
		Long sold = this.redis.execute(BUY, List.of("{sale}:stock", this.orders.streamKey()), order);
		return sold == 1;
	}

}
