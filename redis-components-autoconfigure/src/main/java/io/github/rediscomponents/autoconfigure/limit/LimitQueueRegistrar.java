package io.github.rediscomponents.autoconfigure.limit;

import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.TypedBeanRegistrar;
import io.github.rediscomponents.limit.LimitQueue;

/**
 * Registers a bean for each queue of {@code redis-components.limit-queue.queues}:
 * {@code gift} becomes {@code giftLimitQueue}.
 */
final class LimitQueueRegistrar extends TypedBeanRegistrar {

	LimitQueueRegistrar(Environment environment) {
		super(environment, LimitQueueProperties.PREFIX + ".queues", LimitQueueEntryProperties.class, LimitQueue.class);
	}

}
