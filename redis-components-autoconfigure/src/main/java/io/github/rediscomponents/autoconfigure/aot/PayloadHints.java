// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.util.Collection;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeHint;
import org.springframework.util.ClassUtils;

/**
 * Registers types that are written as JSON, with the types of their properties.
 */
final class PayloadHints {

	private static final BindingReflectionHintsRegistrar BINDING = new BindingReflectionHintsRegistrar();

	private PayloadHints() {
	}

	/**
	 * Registers types and all of their members: the fingerprint of a cached value's type
	 * is computed from the members, and has to be the one that it has on a JVM.
	 * @param reflection hints of the application
	 * @param types the types of values
	 * @param loader class loader of the types
	 */
	static void register(ReflectionHints reflection, Collection<? extends Type> types, @Nullable ClassLoader loader) {
		Type[] all = types.toArray(Type[]::new);
		BINDING.registerReflectionHints(reflection, all);
		RuntimeHints reached = new RuntimeHints();
		BINDING.registerReflectionHints(reached.reflection(), all);
		reached.reflection().typeHints().forEach((hint) -> registerMembers(reflection, hint, loader));
	}

	private static void registerMembers(ReflectionHints reflection, TypeHint hint, @Nullable ClassLoader loader) {
		Class<?> type = ClassUtils.resolveClassName(hint.getType().getName(), loader);
		if (type.isPrimitive() || type.isArray() || type.getName().startsWith("java.")) {
			return;
		}
		reflection.registerType(type, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
				MemberCategory.INVOKE_DECLARED_METHODS);
		for (Field field : type.getDeclaredFields()) {
			if (!field.isSynthetic()) {
				reflection.registerField(field);
			}
		}
	}

}
