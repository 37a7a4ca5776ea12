// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.OurProcess;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.TopicObserver;
import io.github.rediscomponents.topic.TopicRegistrySettings;
import io.github.rediscomponents.topic.TopicSettings;
import io.github.rediscomponents.topic.Topics;

/**
 * The topics that are compared. The first is ours.
 */
enum TopicCandidate {

	/** Ours. */
	TOPIC("redis-components Topic", TopicCandidate::ours),

	/** Redisson's RTopic. */
	REDISSON("redisson RTopic", TopicCandidate::redisson),

	/** Spring Data's container. */
	SPRING("spring RedisMessageListenerContainer", TopicCandidate::spring);

	private static final String NAME = "bench";

	private final String label;

	private final Opening opening;

	TopicCandidate(String label, Opening opening) {
		this.label = label;
		this.opening = opening;
	}

	String label() {
		return this.label;
	}

	/**
	 * Opens a process that listens.
	 * @param uri where Redis is
	 * @param handler receives the messages
	 * @return a process
	 */
	TopicContender open(String uri, QueueContender.Handler handler) {
		return this.opening.open(uri, handler);
	}

	private static TopicContender ours(String uri, QueueContender.Handler handler) {
		OurProcess process = new OurProcess(uri);
		Topics topics = Topics.create(process.port, process.keys, ValueCodecs.json(),
				new LiveSettings<>(
						TopicRegistrySettings.defaults().withCommon(TopicSettings.defaults().withBuffer(1_000_000))),
				process.background, TopicObserver.NONE);
		Topic<String> topic = topics.get(NAME, String.class);
		topic.subscribe(handler::handle);
		return contender(topic::publish, () -> {
			topics.close();
			process.close();
		});
	}

	private static TopicContender redisson(String uri, QueueContender.Handler handler) {
		RedissonClient client = RedissonQueueContender.client(uri);
		RTopic topic = client.getTopic(NAME);
		topic.addListener(String.class, (channel, body) -> handler.handle(body));
		return contender(topic::publish, client::shutdown);
	}

	private static TopicContender spring(String uri, QueueContender.Handler handler) {
		LettuceConnectionFactory factory = SpringStreamContender.factory(uri);
		StringRedisTemplate template = new StringRedisTemplate(factory);
		RedisMessageListenerContainer container = new RedisMessageListenerContainer();
		container.setConnectionFactory(factory);
		container.setMessageListeners(
				Map.of((message, pattern) -> handler.handle(new String(message.getBody(), StandardCharsets.UTF_8)),
						java.util.List.of(ChannelTopic.of(NAME))));
		container.afterPropertiesSet();
		container.start();
		return contender((body) -> template.convertAndSend(NAME, body), () -> {
			container.stop();
			factory.destroy();
		});
	}

	private static TopicContender contender(QueueContender.Handler publishing, Runnable closing) {
		return new TopicContender() {

			@Override
			public void publish(String body) {
				publishing.handle(body);
			}

			@Override
			public void close() {
				closing.run();
			}

		};
	}

	/** How a process is opened. */
	private interface Opening {

		TopicContender open(String uri, QueueContender.Handler handler);

	}

}
