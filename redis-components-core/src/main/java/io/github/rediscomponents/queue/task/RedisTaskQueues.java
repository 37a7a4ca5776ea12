// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.task;

import java.util.Map;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.engine.EngineQueues;

/**
 * {@link TaskQueues} on the engine of the work queues.
 */
final class RedisTaskQueues extends EngineQueues implements TaskQueues {

	RedisTaskQueues(EngineQueues streams, LiveSettings<Map<String, WorkQueueSettings>> declared) {
		super(QueueKind.TASK, streams, declared);
	}

	@Override
	public <T> TaskQueue<T> get(String name, TypeRef<T> type) {
		return new RedisTaskQueue<>(open(name, type));
	}

	@Override
	public <T> TaskQueue<T> get(String name, TypeRef<T> type, WorkQueueSettings settings) {
		return new RedisTaskQueue<>(open(name, null, type, settings));
	}

}
