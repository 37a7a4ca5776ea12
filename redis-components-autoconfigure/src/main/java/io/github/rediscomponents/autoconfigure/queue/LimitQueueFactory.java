package io.github.rediscomponents.autoconfigure.queue;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.InjectionPoint;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

import io.github.rediscomponents.queue.LimitQueue;
import io.github.rediscomponents.queue.LimitQueues;

/**
 * Makes the beans of the declared queues.
 */
final class LimitQueueFactory {

	private final LimitQueues queues;

	LimitQueueFactory(LimitQueues queues) {
		this.queues = queues;
	}

	/**
	 * A queue whose element type is declared.
	 */
	LimitQueue<?> declared(String name) {
		return this.queues.queue(name, getClass().getClassLoader());
	}

	/**
	 * A queue whose element type stands at the place where it is injected.
	 */
	LimitQueue<?> injected(String name, InjectionPoint point) {
		ResolvableType element = type(point).as(LimitQueue.class).getGeneric(0);
		if (element.resolve() == null) {
			throw new IllegalStateException("The element type of limit queue '" + name + "' is neither at " + point
					+ " nor declared; set " + LimitQueueProperties.PREFIX + ".queues." + name + ".type");
		}
		return this.queues.queue(name, element.getType());
	}

	private static ResolvableType type(InjectionPoint point) {
		@Nullable MethodParameter parameter = point.getMethodParameter();
		if (parameter != null) {
			return ResolvableType.forMethodParameter(parameter);
		}
		return (point.getField() != null) ? ResolvableType.forField(point.getField()) : ResolvableType.NONE;
	}

}
