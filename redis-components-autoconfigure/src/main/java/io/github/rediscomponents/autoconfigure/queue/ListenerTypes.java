// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.GenericTypeResolver;

import io.github.rediscomponents.autoconfigure.annotation.AnnotatedMethod;
import io.github.rediscomponents.queue.Delivery;

/**
 * The types of a listener's parameters.
 *
 * @param message the type of the message, without type variables
 * @param deliveries for each parameter, whether it is the delivery rather than the
 * message
 */
record ListenerTypes(Type message, boolean[] deliveries) {

	static ListenerTypes of(AnnotatedMethod on, Class<?> bean) {
		Method method = on.method();
		boolean[] deliveries = new boolean[method.getParameterCount()];
		Type message = null;
		Type delivered = null;
		for (int i = 0; i < deliveries.length; i++) {
			deliveries[i] = method.getParameterTypes()[i] == Delivery.class;
			Type type = GenericTypeResolver.resolveType(method.getGenericParameterTypes()[i], bean);
			if (deliveries[i]) {
				on.check(delivered == null, "must have one Delivery parameter at most");
				delivered = (type instanceof ParameterizedType generic) ? bound(generic.getActualTypeArguments()[0])
						: Object.class;
			}
			else {
				on.check(message == null, "must have one parameter for the message at most, and one Delivery");
				message = type;
			}
		}
		return new ListenerTypes(decide(on, message, delivered), deliveries);
	}

	private static Type decide(AnnotatedMethod on, @Nullable Type message, @Nullable Type delivered) {
		if (message == null && delivered == null) {
			throw on.refuse("must have a parameter for the message, for its Delivery, or for both", null);
		}
		if (message == null && delivered == Object.class) {
			throw on.refuse("must declare the type of the message, such as Delivery<Order>", null);
		}
		on.check(message == null || delivered == null || delivered == Object.class || delivered.equals(message),
				"has a message and a Delivery of different types");
		Type decided = (message != null) ? message : delivered;
		if (decided == null || isOpen(decided)) {
			throw on.refuse("must declare the type of the message, which " + decided + " leaves open", null);
		}
		return decided;
	}

	private static Type bound(Type type) {
		return (type instanceof WildcardType wildcard) ? wildcard.getUpperBounds()[0] : type;
	}

	/** Returns whether the type contains a type variable. */
	private static boolean isOpen(Type type) {
		if (type instanceof ParameterizedType generic) {
			return Stream.of(generic.getActualTypeArguments()).anyMatch(ListenerTypes::isOpen);
		}
		if (type instanceof GenericArrayType array) {
			return isOpen(array.getGenericComponentType());
		}
		if (type instanceof WildcardType wildcard) {
			return Stream.of(wildcard.getUpperBounds()).anyMatch(ListenerTypes::isOpen);
		}
		return type instanceof TypeVariable<?>;
	}

}
