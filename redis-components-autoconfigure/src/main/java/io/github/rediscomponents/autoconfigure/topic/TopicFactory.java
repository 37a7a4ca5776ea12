package io.github.rediscomponents.autoconfigure.topic;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.InjectionPoint;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

import io.github.rediscomponents.queue.Topic;
import io.github.rediscomponents.queue.Topics;

/**
 * Makes the beans that a {@link TopicRegistrar} registers.
 */
final class TopicFactory {

	private final Topics topics;

	TopicFactory(Topics topics) {
		this.topics = topics;
	}

	/**
	 * A topic whose type is declared.
	 */
	Topic<?> declared(String name, Class<?> type) {
		return this.topics.topic(name, type);
	}

	/**
	 * A topic whose type stands at the place where it is injected.
	 */
	Topic<?> injected(String name, InjectionPoint point) {
		ResolvableType message = type(point).as(Topic.class).getGeneric(0);
		if (message.resolve() == null) {
			throw new IllegalStateException("The type of the messages of topic '" + name + "' is neither at " + point
					+ " nor declared; set " + TopicProperties.PREFIX + ".topics." + name + ".type");
		}
		return this.topics.topic(name, message.getType());
	}

	private static ResolvableType type(InjectionPoint point) {
		@Nullable MethodParameter parameter = point.getMethodParameter();
		if (parameter != null) {
			return ResolvableType.forMethodParameter(parameter);
		}
		return (point.getField() != null) ? ResolvableType.forField(point.getField()) : ResolvableType.NONE;
	}

}
