// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.task;

import java.util.Collection;
import java.util.List;

import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.Published;
import io.github.rediscomponents.queue.engine.EngineQueue;
import io.github.rediscomponents.queue.engine.EngineQueues;

/**
 * {@link TaskQueue} on the engine of the work queues.
 *
 * @param <T> the type of the tasks
 */
final class RedisTaskQueue<T> extends EngineQueue<T> implements TaskQueue<T> {

	RedisTaskQueue(EngineQueues.Opened<T> opened) {
		super(opened);
	}

	@Override
	public Published enqueue(T task) {
		return publish(task, PublishOptions.DEFAULTS);
	}

	@Override
	public Published enqueue(T task, PublishOptions options) {
		return publish(task, options);
	}

	@Override
	public List<Published> enqueueAll(Collection<? extends T> tasks) {
		return publishAll(tasks);
	}

}
