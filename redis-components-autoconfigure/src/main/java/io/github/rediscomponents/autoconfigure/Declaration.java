// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.diagnostics.Suggestion;
import org.springframework.beans.factory.config.BeanDefinition;

/**
 * The instance that properties declare and a bean stands for.
 *
 * @param name as it stands in the properties
 * @param beanType the type of the bean
 */
record Declaration(String name, Class<?> beanType) {

	private static final String ATTRIBUTE = Declaration.class.getName();

	/**
	 * The declaration that a bean was registered for.
	 * @return null if the application defined the bean
	 */
	static @Nullable Declaration of(BeanDefinition definition) {
		return (definition.getAttribute(ATTRIBUTE) instanceof Declaration known) ? known : null;
	}

	void mark(BeanDefinition definition) {
		definition.setAttribute(ATTRIBUTE, this);
	}

	/**
	 * Whether a field or parameter of that name means this instance: {@code email},
	 * {@code emailQueue} and {@code emailTaskQueue} mean the task queue {@code email}. A
	 * name that says the type only, such as {@code taskQueue}, means any.
	 * @param point the name of the field or parameter
	 */
	boolean isMeantBy(String point) {
		String type = this.beanType.getSimpleName();
		String lastWord = type.substring(type.replaceAll("[A-Z][a-z0-9]*$", "").length());
		String plain = Suggestion.plain(point);
		return plain.equals(Suggestion.plain(type)) || List.of("", lastWord, type)
			.stream()
			.anyMatch((ending) -> plain.equals(Suggestion.plain(this.name + ending)));
	}

}
