package io.github.rediscomponents.autoconfigure.topic;

import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.TypedBeanRegistrar;
import io.github.rediscomponents.topic.Topic;

/**
 * Registers a bean for each topic of {@code redis-components.topic.topics}:
 * {@code prices} becomes {@code pricesTopic}.
 */
final class TopicRegistrar extends TypedBeanRegistrar {

	TopicRegistrar(Environment environment) {
		super(environment, TopicProperties.PREFIX + ".topics", TopicEntryProperties.class, Topic.class);
	}

}
