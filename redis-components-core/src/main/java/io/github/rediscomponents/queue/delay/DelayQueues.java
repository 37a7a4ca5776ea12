// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.util.Map;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.WorkQueues;
import io.github.rediscomponents.queue.engine.EngineQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;

/**
 * The {@link DelayQueue}s of an application. Their consumers end with {@link #stop}.
 *
 * <p>
 * Of the settings {@code maxLength} is how many tasks may wait for their time, and
 * {@code dedupeWindow} has no meaning, because an id is taken while its task waits.
 *
 * @since 1.0.0
 */
public interface DelayQueues extends WorkQueues {

	/**
	 * Creates a registry.
	 * @param streams the queues share its connections
	 * @param declared the declared queues by name
	 * @return the registry, one for an application
	 */
	static DelayQueues create(StreamQueues streams, LiveSettings<Map<String, WorkQueueSettings>> declared) {
		return new RedisDelayQueues(EngineQueues.of(streams), declared);
	}

	@Override
	<T> DelayQueue<T> get(String name, TypeRef<T> type);

	@Override
	default <T> DelayQueue<T> get(String name, Class<T> type) {
		return get(name, TypeRef.of(type));
	}

	@Override
	<T> DelayQueue<T> get(String name, TypeRef<T> type, WorkQueueSettings settings);

	@Override
	default <T> DelayQueue<T> get(String name, Class<T> type, WorkQueueSettings settings) {
		return get(name, TypeRef.of(type), settings);
	}

}
