// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link Topic} by publishing and subscribing.
 */
final class RedisTopic<T> implements Topic<T> {

	private final CommandPort redis;

	private final String name;

	private final String channelName;

	private final Set<TopicSubscriber<?>> subscribers;

	private final ValueCodec<T> codec;

	private final Supplier<TopicSettings> settings;

	private final Executor workers;

	private final ObservedTopic observer;

	RedisTopic(CommandPort redis, String name, String channelName, Set<TopicSubscriber<?>> subscribers,
			ValueCodec<T> codec, Supplier<TopicSettings> settings, Executor workers, ObservedTopic observer) {
		this.redis = redis;
		this.name = name;
		this.channelName = channelName;
		this.subscribers = subscribers;
		this.codec = codec;
		this.settings = settings;
		this.workers = workers;
		this.observer = observer;
	}

	@Override
	public long publish(T message) {
		byte[] bytes = this.codec.encode(Checks.notNull("message", message));
		int limit = this.settings.get().maxPayload();
		Checks.isTrue(bytes.length <= limit,
				"message must not be larger than " + limit + " bytes, was " + bytes.length + " when written");
		Long reached = this.redis.call((commands) -> commands.publish(this.channelName, bytes));
		this.observer.published();
		return reached;
	}

	@Override
	public TopicSubscription subscribe(TopicHandler<? super T> handler) {
		TopicSubscriber<T> subscriber = new TopicSubscriber<>(Checks.notNull("handler", handler), this.codec,
				this.workers, this.settings.get().buffer(), this.subscribers::remove, this.observer);
		this.subscribers.add(subscriber);
		subscriber.begin(this.redis, this.channelName);
		return subscriber;
	}

	@Override
	public String name() {
		return this.name;
	}

}
