// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The {@link Topic}s of an application. Getting one sends nothing. All share one
 * connection for their subscriptions. Instances are safe for use by any number of
 * threads.
 *
 * @since 1.0.0
 */
public interface Topics extends AutoCloseable {

	/**
	 * Creates a registry.
	 * @param redis connection to Redis
	 * @param keys creates the channels
	 * @param codecs convert messages to bytes
	 * @param settings the settings of all topics, followed when they change
	 * @param background its workers call the handlers
	 * @param observer is notified of events of the topics
	 * @return the registry
	 */
	static Topics create(RedisPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<TopicRegistrySettings> settings, Background background, TopicObserver observer) {
		return new RedisTopics(CommandPort.of(redis), keys, codecs, settings, background, observer);
	}

	/**
	 * Returns a topic, declared or not.
	 * @param name its name, 1 to 200 characters
	 * @param type the type of its messages
	 * @param <T> the type of its messages
	 * @return the topic
	 * @throws IllegalArgumentException if the name is empty or too long
	 */
	<T> Topic<T> get(String name, TypeRef<T> type);

	/**
	 * Returns a topic, declared or not.
	 * @param name its name, 1 to 200 characters
	 * @param type the class of its messages
	 * @param <T> the type of its messages
	 * @return the topic
	 * @throws IllegalArgumentException if the name is empty or too long
	 */
	default <T> Topic<T> get(String name, Class<T> type) {
		return get(name, TypeRef.of(type));
	}

	/** Ends all subscriptions. */
	@Override
	void close();

}
