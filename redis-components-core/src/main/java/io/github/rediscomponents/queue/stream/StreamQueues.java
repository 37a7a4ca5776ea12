// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.stream;

import java.time.Duration;
import java.util.Map;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.WorkQueues;
import io.github.rediscomponents.queue.engine.QueueEngine;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The {@link StreamQueue}s of an application. The registries of the other work queues
 * share its connections, and stop with it.
 *
 * @since 1.0.0
 */
public interface StreamQueues extends WorkQueues, AutoCloseable {

	/**
	 * Creates a registry.
	 * @param redis where the queues live
	 * @param keys names their keys
	 * @param codecs turns messages into bytes
	 * @param background runs handlers
	 * @param declared the declared queues by name
	 * @return the registry, to be {@linkplain #stop stopped}
	 */
	static StreamQueues create(RedisPort redis, KeySpace keys, ValueCodecs codecs, Background background,
			LiveSettings<Map<String, WorkQueueSettings>> declared) {
		return create(redis, keys, codecs, background, declared, QueueObserver.NONE);
	}

	/**
	 * Creates a registry that is observed.
	 * @param redis where the queues live
	 * @param keys names their keys
	 * @param codecs turns messages into bytes
	 * @param background runs handlers
	 * @param declared the declared queues by name
	 * @param observer is notified of messages of this registry's queues, and of those
	 * that share its connections
	 * @return the registry, to be {@linkplain #stop stopped}
	 */
	static StreamQueues create(RedisPort redis, KeySpace keys, ValueCodecs codecs, Background background,
			LiveSettings<Map<String, WorkQueueSettings>> declared, QueueObserver observer) {
		return new RedisStreamQueues(new QueueEngine(CommandPort.of(redis), background, observer), keys, codecs,
				declared);
	}

	@Override
	<T> StreamQueue<T> get(String name, TypeRef<T> type);

	@Override
	default <T> StreamQueue<T> get(String name, Class<T> type) {
		return get(name, TypeRef.of(type));
	}

	@Override
	<T> StreamQueue<T> get(String name, TypeRef<T> type, WorkQueueSettings settings);

	@Override
	default <T> StreamQueue<T> get(String name, Class<T> type, WorkQueueSettings settings) {
		return get(name, TypeRef.of(type), settings);
	}

	/**
	 * Returns a queue in the slot of another hash tag, so that a script can use its
	 * stream together with an application's own keys.
	 * @param name its name, 1 to 256 characters
	 * @param hashTag the text between the braces of those keys
	 * @param type the class of its messages
	 * @param settings its settings
	 * @param <T> the type of its messages
	 * @return the queue
	 */
	<T> StreamQueue<T> get(String name, String hashTag, Class<T> type, WorkQueueSettings settings);

	/** Stops, and waits for at most ten seconds. */
	@Override
	default void close() {
		stop(Duration.ofSeconds(10));
	}

}
