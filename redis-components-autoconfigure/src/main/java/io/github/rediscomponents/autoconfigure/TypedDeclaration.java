// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;

/**
 * Properties of an instance whose elements have a class, such as a queue, a topic or a
 * cache.
 *
 * @since 1.0.0
 */
public interface TypedDeclaration {

	/**
	 * Returns the class of the elements.
	 * @return null if none is declared
	 */
	@Nullable String type();

	/**
	 * Returns the class that a property names. The name of a nested class may be written
	 * with a dot. The class loader is that of the application, whatever thread calls.
	 * @param declaration the property of the declaration
	 * @param type the value of its {@code type}
	 * @param beans the beans of the application
	 * @return the class
	 * @throws InvalidPropertyException if no class has that name
	 */
	static Class<?> type(String declaration, String type, @Nullable BeanFactory beans) {
		ClassLoader loader = (beans instanceof ConfigurableBeanFactory known) ? known.getBeanClassLoader() : null;
		try {
			return ClassUtils.resolveClassName(type, loader);
		}
		catch (IllegalArgumentException | IllegalStateException ex) {
			throw new InvalidPropertyException(declaration + ".type", "must be the name of a class, was '" + type + "'",
					ex);
		}
	}

	/**
	 * Checks that the declared classes exist.
	 * @param declarations the property that contains the declarations
	 * @param declared the declarations by name
	 * @param beans the beans of the application
	 * @throws InvalidPropertyException if no class has a declared name
	 */
	static void check(String declarations, Map<String, ? extends TypedDeclaration> declared, BeanFactory beans) {
		declared.forEach((name, one) -> {
			String type = one.type();
			if (type != null) {
				type(declarations + "." + name, type, beans);
			}
		});
	}

}
