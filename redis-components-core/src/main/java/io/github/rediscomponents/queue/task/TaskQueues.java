// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.task;

import java.util.Map;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.WorkQueues;
import io.github.rediscomponents.queue.engine.EngineQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;

/**
 * The {@link TaskQueue}s of an application. Their consumers end with {@link #stop}.
 *
 * @since 1.0.0
 */
public interface TaskQueues extends WorkQueues {

	/**
	 * Creates a registry.
	 * @param streams the queues share its connections
	 * @param declared the declared queues by name
	 * @return the registry
	 */
	static TaskQueues create(StreamQueues streams, LiveSettings<Map<String, WorkQueueSettings>> declared) {
		return new RedisTaskQueues(EngineQueues.of(streams), declared);
	}

	@Override
	<T> TaskQueue<T> get(String name, TypeRef<T> type);

	@Override
	default <T> TaskQueue<T> get(String name, Class<T> type) {
		return get(name, TypeRef.of(type));
	}

	@Override
	<T> TaskQueue<T> get(String name, TypeRef<T> type, WorkQueueSettings settings);

	@Override
	default <T> TaskQueue<T> get(String name, Class<T> type, WorkQueueSettings settings) {
		return get(name, TypeRef.of(type), settings);
	}

}
