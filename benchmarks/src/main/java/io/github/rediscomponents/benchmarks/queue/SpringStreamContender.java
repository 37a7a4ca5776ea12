// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.lettuce.core.RedisURI;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamRecords;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.stream.StreamMessageListenerContainer;
import org.springframework.data.redis.stream.StreamMessageListenerContainer.StreamMessageListenerContainerOptions;

/**
 * Spring Data's container as its documentation shows it: one consumer of a group, which
 * acknowledges each message after it was handled.
 */
final class SpringStreamContender implements QueueContender {

	private static final String KEY = "bench";

	private static final String GROUP = "workers";

	private final LettuceConnectionFactory factory;

	private final StringRedisTemplate template;

	private final StreamMessageListenerContainer<String, MapRecord<String, String, String>> container;

	SpringStreamContender(String uri, Handler handler) {
		this.factory = factory(uri);
		this.template = new StringRedisTemplate(this.factory);
		this.template.opsForStream().createGroup(KEY, ReadOffset.from("0"), GROUP);
		this.container = StreamMessageListenerContainer.create(this.factory,
				StreamMessageListenerContainerOptions.builder()
					.pollTimeout(Duration.ofSeconds(2))
					.batchSize(100)
					.build());
		this.container.receive(Consumer.from(GROUP, "one"), StreamOffset.create(KEY, ReadOffset.lastConsumed()),
				(message) -> {
					handler.handle(message.getValue().get("body"));
					this.template.opsForStream().acknowledge(KEY, GROUP, message.getId());
				});
		this.container.start();
	}

	/** As Boot makes one without a pool on the class path. */
	static LettuceConnectionFactory factory(String uri) {
		RedisURI parsed = RedisURI.create(uri);
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(parsed.getHost(), parsed.getPort()));
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	@Override
	public void send(String body) {
		this.template.opsForStream().add(KEY, Map.of("body", body));
	}

	@Override
	public void sendAll(List<String> bodies) {
		this.template.executePipelined((RedisCallback<?>) (connection) -> {
			bodies.forEach((body) -> connection.streamCommands()
				.xAdd(StreamRecords.rawBytes(Map.of(bytes("body"), bytes(body))).withStreamKey(bytes(KEY))));
			return null;
		});
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		this.container.stop();
		this.factory.destroy();
	}

}
