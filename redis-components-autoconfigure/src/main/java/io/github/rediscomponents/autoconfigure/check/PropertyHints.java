// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.check;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/**
 * Registers the properties, which are no beans: Spring Boot registers those that are. The
 * members are registered, too, because {@link PropertyTree} derives names from them.
 */
final class PropertyHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		BindableRuntimeHintsRegistrar bindings = BindableRuntimeHintsRegistrar
			.forTypes(PropertyTreeAutoConfiguration.Known.TYPES);
		bindings.registerHints(hints);
		RuntimeHints bound = new RuntimeHints();
		bindings.registerHints(bound);
		bound.reflection()
			.typeHints()
			.map((hint) -> ClassUtils.resolveClassName(hint.getType().getName(), classLoader))
			.forEach((type) -> registerMembers(hints.reflection(), type));
	}

	private static void registerMembers(ReflectionHints reflection, Class<?> type) {
		reflection.registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS);
		for (Field field : type.getDeclaredFields()) {
			if (!Modifier.isStatic(field.getModifiers())) {
				reflection.registerField(field);
			}
		}
	}

}
