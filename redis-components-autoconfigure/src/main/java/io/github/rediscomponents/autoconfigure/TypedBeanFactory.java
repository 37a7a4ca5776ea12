package io.github.rediscomponents.autoconfigure;

import java.lang.reflect.Type;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

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
	 * @throws IllegalStateException if no type stands there
	 */
	public Object injected(String name, InjectionPoint point) {
		ResolvableType element = type(point).as(this.beanType).getGeneric(0);
		if (element.resolve() == null) {
			throw new IllegalStateException("The type of what is in " + this.beanType.getSimpleName() + " '" + name
					+ "' is neither at " + point + " nor declared; set " + this.declarations + "." + name + ".type");
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
