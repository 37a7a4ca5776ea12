package io.github.rediscomponents.autoconfigure.queue;

import java.lang.reflect.Type;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.InjectionPoint;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

/**
 * Makes the beans that a {@link DeclaredQueueRegistrar} registers.
 */
final class DeclaredQueueFactory {

	private final String prefix;

	private final Class<?> queueType;

	private final BiFunction<String, Type, Object> open;

	/**
	 * Creates the factory.
	 * @param prefix what the properties begin with
	 * @param queueType the type of the beans
	 * @param open makes a declared queue by its name and the type of what is in it
	 */
	DeclaredQueueFactory(String prefix, Class<?> queueType, BiFunction<String, Type, Object> open) {
		this.prefix = prefix;
		this.queueType = queueType;
		this.open = open;
	}

	/**
	 * A queue whose type is declared.
	 */
	Object declared(String name, Class<?> type) {
		return this.open.apply(name, type);
	}

	/**
	 * A queue whose type stands at the place where it is injected.
	 */
	Object injected(String name, InjectionPoint point) {
		ResolvableType element = type(point).as(this.queueType).getGeneric(0);
		if (element.resolve() == null) {
			throw new IllegalStateException("The element type of " + this.queueType.getSimpleName() + " '" + name
					+ "' is neither at " + point + " nor declared; set " + this.prefix + ".queues." + name + ".type");
		}
		return this.open.apply(name, element.getType());
	}

	private static ResolvableType type(InjectionPoint point) {
		@Nullable MethodParameter parameter = point.getMethodParameter();
		if (parameter != null) {
			return ResolvableType.forMethodParameter(parameter);
		}
		return (point.getField() != null) ? ResolvableType.forField(point.getField()) : ResolvableType.NONE;
	}

}
