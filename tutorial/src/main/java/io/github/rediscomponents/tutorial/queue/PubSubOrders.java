// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.queue;

import java.nio.charset.StandardCharsets;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;

/**
 * Pub/sub as a queue.
 */
public class PubSubOrders {

	private final StringRedisTemplate redis;

	public PubSubOrders(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public void add(String order) {
		this.redis.convertAndSend("orders", order);
	}

	public void handle(RedisMessageListenerContainer container, Handler handler) {
		container.addMessageListener(
				(message, pattern) -> handler.handle(new String(message.getBody(), StandardCharsets.UTF_8)),
				ChannelTopic.of("orders"));
	}

}
