// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.springframework.core.BridgeMethodResolver;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidAnnotationException;

/**
 * The annotated methods of a bean's class. Checks that a proxy can intercept them.
 *
 * @param type the bean's class
 * @param methods the annotated methods, including those of superclasses and interfaces
 */
record AnnotatedClass(Class<?> type, List<Annotated> methods) {

	/**
	 * An annotated method.
	 *
	 * @param method the method
	 * @param source the annotation
	 */
	record Annotated(Method method, OperationSource<?, ?> source) {

		private InvalidAnnotationException refuse(String reason, String action) {
			return new InvalidAnnotationException(this.source.type(), this.method, reason, action, null);
		}

	}

	static AnnotatedClass of(Class<?> type, OperationSources sources) {
		List<OperationSource<?, ?>> possible = sources.all()
			.stream()
			.filter((source) -> Candidates.mayCarry(type, source.type()))
			.toList();
		if (possible.isEmpty()) {
			return new AnnotatedClass(type, List.of());
		}
		// Most methods have no annotation, which is seen once and not by each source.
		List<Method> carrying = new ArrayList<>();
		for (Class<?> declaring : hierarchy(type)) {
			for (Method method : declaring.getDeclaredMethods()) {
				if (!method.isSynthetic() && method.getDeclaredAnnotations().length > 0) {
					carrying.add(method);
				}
			}
		}
		return new AnnotatedClass(type,
				possible.stream()
					.flatMap((source) -> carrying.stream().filter(source::isOn).map((on) -> new Annotated(on, source)))
					.toList());
	}

	/** Returns the class, its superclasses, then all interfaces. */
	static Set<Class<?>> hierarchy(Class<?> type) {
		Set<Class<?>> all = new LinkedHashSet<>();
		for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
			all.add(at);
		}
		all.addAll(ClassUtils.getAllInterfacesForClassAsSet(type));
		return all;
	}

	/**
	 * Rejects annotations that cannot take effect and invalid attributes.
	 * @param classProxy whether the proxy is a subclass rather than an implementation of
	 * the interfaces
	 */
	void check(boolean classProxy) {
		for (Annotated annotated : this.methods) {
			Method method = annotated.method();
			int modifiers = method.getModifiers();
			if (Modifier.isPrivate(modifiers)) {
				throw annotated.refuse("cannot work, because the method is private", "Make the method public.");
			}
			if (Modifier.isStatic(modifiers)) {
				throw annotated.refuse("cannot work, because the method is static",
						"Make it an instance method of a bean.");
			}
			if (!classProxy) {
				checkInterfaceHas(annotated);
			}
			else if (Modifier.isFinal(modifiers)) {
				throw annotated.refuse("cannot work, because the method is final and the bean's proxy is a subclass",
						"Remove final, or let the class implement an interface and set spring.aop.proxy-target-class"
								+ " to false.");
			}
			else if (Modifier.isFinal(this.type.getModifiers())) {
				throw annotated.refuse(
						"cannot work, because " + this.type.getName() + " is final and the bean's proxy is a subclass",
						"Remove final, or let the class implement an interface and set spring.aop.proxy-target-class"
								+ " to false.");
			}
			annotated.source().find(method, this.type);
		}
	}

	private void checkInterfaceHas(Annotated annotated) {
		Method method = annotated.method();
		if (ClassUtils.getAllInterfacesForClassAsSet(this.type).stream().noneMatch((one) -> declares(one, method))) {
			throw annotated.refuse(
					"cannot work, because the bean's proxy implements interfaces and none of them has the method",
					"Add the method to an interface, or set spring.aop.proxy-target-class to true.");
		}
	}

	private boolean declares(Class<?> implemented, Method method) {
		if (method.getDeclaringClass().isAssignableFrom(implemented)
				|| ClassUtils.hasMethod(implemented, method.getName(), method.getParameterTypes())) {
			return true;
		}
		for (Method bridge : method.getDeclaringClass().getDeclaredMethods()) {
			if (bridge.isBridge() && BridgeMethodResolver.findBridgedMethod(bridge).equals(method)
					&& ClassUtils.hasMethod(implemented, bridge.getName(), bridge.getParameterTypes())) {
				return true;
			}
		}
		return false;
	}

}
