package io.github.rediscomponents.autoconfigure.queue;

import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.TypedBeanRegistrar;
import io.github.rediscomponents.queue.TaskQueue;

/**
 * Registers a bean for each queue of {@code redis-components.task-queue.queues}:
 * {@code email} becomes {@code emailTaskQueue}.
 */
final class TaskQueueRegistrar extends TypedBeanRegistrar {

	TaskQueueRegistrar(Environment environment) {
		super(environment, TaskQueueProperties.PREFIX + ".queues", TaskQueueEntryProperties.class, TaskQueue.class);
	}

}
