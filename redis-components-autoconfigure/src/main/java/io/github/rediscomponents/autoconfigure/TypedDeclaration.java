// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;

/**
 * Properties of an instance that becomes a bean of a generic type, such as a queue or a
 * topic.
 *
 * @since 1.0.0
 */
public interface TypedDeclaration {

	/**
	 * Returns the class of the elements.
	 * @return null if it is taken from the injection point
	 */
	@Nullable String type();

	/**
	 * Returns the class that a property names. The name of a nested class may be written
	 * with a dot.
	 * @param declaration the property of the declaration
	 * @param type the value of its {@code type}
	 * @return the class
	 * @throws InvalidPropertyException if no class has that name
	 */
	static Class<?> type(String declaration, String type) {
		try {
			return ClassUtils.resolveClassName(type, null);
		}
		catch (IllegalArgumentException | IllegalStateException ex) {
			throw new InvalidPropertyException(declaration + ".type", "must be the name of a class, was '" + type + "'",
					ex);
		}
	}

}
