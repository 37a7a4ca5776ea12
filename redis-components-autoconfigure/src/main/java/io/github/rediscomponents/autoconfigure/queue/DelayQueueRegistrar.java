package io.github.rediscomponents.autoconfigure.queue;

import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.TypedBeanRegistrar;
import io.github.rediscomponents.queue.DelayQueue;

/**
 * Registers a bean for each queue of {@code redis-components.delay-queue.queues}:
 * {@code email} becomes {@code emailDelayQueue}.
 */
final class DelayQueueRegistrar extends TypedBeanRegistrar {

	DelayQueueRegistrar(Environment environment) {
		super(environment, DelayQueueProperties.PREFIX + ".queues", DelayQueueEntryProperties.class, DelayQueue.class);
	}

}
