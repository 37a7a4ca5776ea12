// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.diagnostics.InjectionPoints;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidInjectionException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

/**
 * Creates the instances for the beans of {@link DeclaredBeans}.
 */
final class DeclaredInstances {

	private final BeanFactory beans;

	/** First injection point of each instance without a declared type. */
	private final Map<String, InjectionPoint> points = new ConcurrentHashMap<>();

	DeclaredInstances(BeanFactory beans) {
		this.beans = beans;
	}

	/**
	 * Returns an instance of the declared type.
	 * @param kind the kind of instance
	 * @param name the name of the declaration
	 * @param type the element type
	 */
	Object declared(DeclaredKind kind, String name, Class<?> type) {
		return kind.open(this.beans, name, type);
	}

	/**
	 * Returns an instance of the type at the injection point.
	 * @param kind the kind of instance
	 * @param name the name of the declaration
	 * @param point the injection point
	 * @throws InvalidInjectionException if the injection point has no element type, or
	 * one that differs from that of the first injection point
	 */
	Object injected(DeclaredKind kind, String name, InjectionPoint point) {
		Class<?> beanType = kind.beanType();
		ResolvableType element = element(beanType, point);
		String what = beanType.getSimpleName() + " '" + name + "'";
		String property = "'" + kind.declarations() + "." + name + ".type'";
		if (element.resolve() == null) {
			throw new InvalidInjectionException(
					"The element type of " + what + " is neither at " + InjectionPoints.describe(point)
							+ " nor declared by " + property,
					"Write the type, such as " + beanType.getSimpleName() + "<Order>, or set " + property + ".");
		}
		InjectionPoint first = this.points.putIfAbsent(kind.declarations() + "." + name, point);
		if (first != null && !element(beanType, first).toString().equals(element.toString())) {
			throw new InvalidInjectionException(
					what + " holds " + element(beanType, first) + " at " + InjectionPoints.describe(first) + ", and "
							+ element + " at " + InjectionPoints.describe(point),
					"Give both points the same type, or declare another instance below '" + kind.declarations()
							+ "' for one of them.");
		}
		return kind.open(this.beans, name, element.getType());
	}

	private static ResolvableType element(Class<?> beanType, InjectionPoint point) {
		ResolvableType type = type(point);
		ResolvableType bean = type.as(beanType);
		// The type argument of an ObjectProvider or Optional.
		return ((bean != ResolvableType.NONE) ? bean : type.getGeneric(0).as(beanType)).getGeneric(0);
	}

	private static ResolvableType type(InjectionPoint point) {
		@Nullable MethodParameter parameter = point.getMethodParameter();
		if (parameter != null) {
			return ResolvableType.forMethodParameter(parameter);
		}
		return (point.getField() != null) ? ResolvableType.forField(point.getField()) : ResolvableType.NONE;
	}

}
