// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.queue.QueueListener;

/**
 * Registers what the annotations of a bean use by reflection: the methods of listeners,
 * the root object of expressions, and the arguments whose properties expressions read.
 */
final class OperationHints implements BeanRegistrationAotProcessor {

	/** Nothing is parsed, so that placeholders need not be resolved. */
	private static final OperationSources SOURCES = OperationSources.of((text) -> text);

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
		List<AnnotatedClass.Annotated> operations = AnnotatedClass.of(type, SOURCES).methods();
		Set<Method> listeners = listeners(type);
		if (operations.isEmpty() && listeners.isEmpty()) {
			return null;
		}
		return (context, code) -> {
			ReflectionHints reflection = context.getRuntimeHints().reflection();
			listeners.forEach((method) -> reflection.registerMethod(method, ExecutableMode.INVOKE));
			operations.forEach((operation) -> register(reflection, operation.method()));
		};
	}

	private static Set<Method> listeners(Class<?> type) {
		Set<Method> listeners = new LinkedHashSet<>();
		if (Candidates.mayCarry(type, QueueListener.class)) {
			for (Class<?> declaring : AnnotatedClass.hierarchy(type)) {
				for (Method method : declaring.getDeclaredMethods()) {
					if (MergedAnnotations.from(method).isPresent(QueueListener.class)) {
						listeners.add(method);
					}
				}
			}
		}
		return listeners;
	}

	private static void register(ReflectionHints reflection, Method method) {
		reflection.registerType(CallRoot.class, MemberCategory.INVOKE_PUBLIC_METHODS);
		for (Class<?> parameter : method.getParameterTypes()) {
			if (!parameter.isPrimitive() && !parameter.isArray()) {
				reflection.registerType(parameter, MemberCategory.INVOKE_PUBLIC_METHODS);
			}
		}
	}

}
