// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.queue;

import java.util.List;

import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * A consumer group whose consumers have fixed names. An order that fails is read again
 * from the consumer's pending list until it succeeds.
 */
public class StreamOrders {

	private final StringRedisTemplate redis;

	private final Consumer consumer;

	public StreamOrders(StringRedisTemplate redis, String name) {
		this.redis = redis;
		this.consumer = Consumer.from("g1", name);
	}

	public boolean handleNext(Handler handler) {
		List<MapRecord<String, Object, Object>> read = read(">");
		if (read.isEmpty()) {
			return false;
		}
		try {
			handler.handle(read.get(0).getValue().get("order").toString());
			this.redis.opsForStream().acknowledge("orders", "g1", read.get(0).getId());
		}
		catch (RuntimeException ex) {
			handlePending(handler);
		}
		return true;
	}

	public void handlePending(Handler handler) {
		while (true) {
			List<MapRecord<String, Object, Object>> read = read("0");
			if (read.isEmpty()) {
				return;
			}
			try {
				handler.handle(read.get(0).getValue().get("order").toString());
				this.redis.opsForStream().acknowledge("orders", "g1", read.get(0).getId());
			}
			catch (RuntimeException ex) {
				// Again, from the pending list.
			}
		}
	}

	@SuppressWarnings("unchecked")
	private List<MapRecord<String, Object, Object>> read(String from) {
		return this.redis.opsForStream()
			.read(this.consumer, StreamReadOptions.empty().count(1),
					StreamOffset.create("orders", ReadOffset.from(from)));
	}

}
