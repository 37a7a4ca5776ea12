// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;

/**
 * The properties of a component, used to explain why no bean of its type exists.
 *
 * @param prefix the prefix of the component
 * @param declarations the property that contains the declarations, or null if the
 * component is a single bean
 */
record MissingComponent(String prefix, @Nullable String declarations) {

	/**
	 * Returns the component of a type.
	 * @return null if the type is not a component
	 */
	static @Nullable MissingComponent of(Class<?> type) {
		for (DeclaredKind kind : DeclaredKind.values()) {
			if (kind.beanType() == type) {
				return new MissingComponent(kind.prefix(), kind.declarations());
			}
		}
		ComponentBean<?> single = ComponentBean.of(type);
		return (single != null) ? new MissingComponent(single.prefix(), null) : null;
	}

	/**
	 * Returns the property that disables the component.
	 * @return null if it is enabled
	 */
	@Nullable String disabledBy(Environment environment) {
		return Stream.of(RedisComponentsProperties.ENABLED, this.prefix + ".enabled")
			.filter((property) -> !environment.getProperty(property, Boolean.class, true))
			.findFirst()
			.orElse(null);
	}

}
