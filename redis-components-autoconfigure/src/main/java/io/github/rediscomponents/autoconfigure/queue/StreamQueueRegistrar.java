package io.github.rediscomponents.autoconfigure.queue;

import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.TypedBeanRegistrar;
import io.github.rediscomponents.queue.StreamQueue;

/**
 * Registers a bean for each queue of {@code redis-components.stream-queue.queues}:
 * {@code orders} becomes {@code ordersStreamQueue}.
 */
final class StreamQueueRegistrar extends TypedBeanRegistrar {

	StreamQueueRegistrar(Environment environment) {
		super(environment, StreamQueueProperties.PREFIX + ".queues", StreamQueueEntryProperties.class,
				StreamQueue.class);
	}

}
