// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link Topics} by publishing and subscribing.
 */
final class RedisTopics implements Topics {

	private static final int MAX_NAME = 200;

	private final CommandPort redis;

	private final KeySpace keys;

	private final ValueCodecs codecs;

	private final LiveSettings<TopicRegistrySettings> settings;

	private final Background background;

	private final TopicObserver observer;

	private final Set<TopicSubscriber<?>> subscribers = ConcurrentHashMap.newKeySet();

	RedisTopics(CommandPort redis, KeySpace keys, ValueCodecs codecs, LiveSettings<TopicRegistrySettings> settings,
			Background background, TopicObserver observer) {
		this.redis = redis;
		this.keys = keys;
		this.codecs = codecs;
		this.settings = settings;
		this.background = background;
		this.observer = Listeners.quiet(TopicObserver.class, TopicObserver.NONE, observer);
	}

	@Override
	public <T> Topic<T> get(String name, TypeRef<T> type) {
		String channelName = this.keys.channel("topic", Checks.hasLength("name", name, MAX_NAME));
		return new RedisTopic<>(this.redis, name, channelName, this.subscribers,
				this.codecs.codec(Checks.notNull("type", type).type()), () -> this.settings.get().settings(name),
				this.background.workers(), new ObservedTopic(this.observer, name));
	}

	@Override
	public void close() {
		this.subscribers.forEach(TopicSubscriber::close);
	}

}
