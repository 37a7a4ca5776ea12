package io.github.rediscomponents.autoconfigure;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.diagnostics.InjectionPoints;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidInjectionException;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

/**
 * Makes the beans that a {@link TypedBeanRegistrar} registers.
 */
public final class TypedBeanFactory {

	private final String declarations;

	private final Class<?> beanType;

	private final BiFunction<String, Type, Object> open;

	/** Where instances without a declared type were injected first. */
	private final Map<String, InjectionPoint> points = new ConcurrentHashMap<>();

	/**
	 * Creates the factory.
	 * @param declarations the property below which the entries are
	 * @param beanType the type of the beans
	 * @param open makes one by its name and the type of what is in it
	 */
	public TypedBeanFactory(String declarations, Class<?> beanType, BiFunction<String, Type, Object> open) {
		this.declarations = declarations;
		this.beanType = beanType;
		this.open = open;
	}

	/**
	 * One whose type is declared.
	 * @param name its name
	 * @param type what is in it
	 * @return the bean
	 */
	public Object declared(String name, Class<?> type) {
		return this.open.apply(name, type);
	}

	/**
	 * One whose type stands at the place where it is injected.
	 * @param name its name
	 * @param point where it is injected
	 * @return the bean
	 * @throws InvalidInjectionException if no type stands there, or another one than at
	 * the first point
	 */
	public Object injected(String name, InjectionPoint point) {
		ResolvableType element = element(point);
		String what = this.beanType.getSimpleName() + " '" + name + "'";
		String property = "'" + this.declarations + "." + name + ".type'";
		if (element.resolve() == null) {
			throw new InvalidInjectionException(
					"The type of what is in " + what + " is neither at " + InjectionPoints.describe(point)
							+ " nor declared by " + property,
					"Write the type, such as " + this.beanType.getSimpleName() + "<Order>, or set " + property + ".");
		}
		InjectionPoint first = this.points.putIfAbsent(name, point);
		if (first != null && !element(first).toString().equals(element.toString())) {
			throw new InvalidInjectionException(
					what + " holds " + element(first) + " at " + InjectionPoints.describe(first) + ", and " + element
							+ " at " + InjectionPoints.describe(point),
					"Give both points the same type, or declare another instance below '" + this.declarations
							+ "' for one of them.");
		}
		return this.open.apply(name, element.getType());
	}

	private ResolvableType element(InjectionPoint point) {
		ResolvableType type = type(point);
		ResolvableType bean = type.as(this.beanType);
		// Or within an ObjectProvider or Optional.
		return ((bean != ResolvableType.NONE) ? bean : type.getGeneric(0).as(this.beanType)).getGeneric(0);
	}

	private static ResolvableType type(InjectionPoint point) {
		@Nullable MethodParameter parameter = point.getMethodParameter();
		if (parameter != null) {
			return ResolvableType.forMethodParameter(parameter);
		}
		return (point.getField() != null) ? ResolvableType.forField(point.getField()) : ResolvableType.NONE;
	}

}
