// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.diagnostics.Suggestion;
import org.springframework.beans.factory.config.BeanDefinition;

/**
 * A declaration in the properties, as an attribute of the definition of its bean.
 *
 * @param name the name in the properties
 * @param beanType the type of the bean
 */
record Declaration(String name, Class<?> beanType) {

	private static final String ATTRIBUTE = Declaration.class.getName();

	/**
	 * Returns the declaration that a bean was registered for.
	 * @return null if the application defined the bean
	 */
	static @Nullable Declaration of(BeanDefinition definition) {
		return (definition.getAttribute(ATTRIBUTE) instanceof Declaration known) ? known : null;
	}

	void mark(BeanDefinition definition) {
		definition.setAttribute(ATTRIBUTE, this);
	}

	/**
	 * Returns whether the name of a field or parameter matches this declaration. The
	 * names {@code email}, {@code emailQueue} and {@code emailTaskQueue} match the task
	 * queue {@code email}. The name of the type alone, such as {@code taskQueue}, matches
	 * every declaration.
	 * @param point the name of the field or parameter
	 */
	boolean isMeantBy(String point) {
		String type = this.beanType.getSimpleName();
		String plain = Suggestion.plain(point);
		return plain.equals(Suggestion.plain(type)) || List.of("", lastWord(type), type)
			.stream()
			.anyMatch((ending) -> plain.equals(Suggestion.plain(this.name + ending)));
	}

	/**
	 * Returns the longest name that means what a name means: {@code emailTaskQueue} for
	 * {@code email} and {@code emailQueue}.
	 * @param point the name of a field or parameter
	 * @param beanType the type of the bean
	 */
	static String inFull(String point, Class<?> beanType) {
		String type = beanType.getSimpleName();
		String ending = point.endsWith(type) ? type : point.endsWith(lastWord(type)) ? lastWord(type) : "";
		return point.substring(0, point.length() - ending.length()) + type;
	}

	private static String lastWord(String type) {
		return type.substring(type.replaceAll("[A-Z][a-z0-9]*$", "").length());
	}

}
