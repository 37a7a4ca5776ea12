// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.StringValueResolver;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidAnnotationException;

/**
 * Finds one of the annotations on methods, including methods of interfaces and
 * superclasses, and caches the parsed operation.
 *
 * @param <A> the annotation
 * @param <O> the parsed operation
 */
abstract class OperationSource<A extends Annotation, O> {

	private final Class<A> type;

	private final StringValueResolver resolver;

	private final Map<MethodClassKey, Optional<O>> known = new ConcurrentHashMap<>();

	OperationSource(Class<A> type, StringValueResolver resolver) {
		this.type = type;
		this.resolver = resolver;
	}

	abstract O parse(A annotation, AnnotatedMethod on);

	/**
	 * Checks an operation against the beans and settings that it needs. Sends nothing to
	 * Redis.
	 * @param operation the operation
	 * @param beans bean factory of the component
	 * @throws RuntimeException if the bean is missing or does not know the operation
	 */
	abstract void check(O operation, BeanFactory beans);

	Class<A> type() {
		return this.type;
	}

	boolean isOn(Method method) {
		return MergedAnnotations.from(method).isPresent(this.type);
	}

	@Nullable O find(Method method, @Nullable Class<?> targetClass) {
		if (method.getDeclaringClass() == Object.class) {
			return null;
		}
		MethodClassKey key = new MethodClassKey(method, targetClass);
		Optional<O> found = this.known.get(key);
		if (found == null) {
			found = Optional.ofNullable(read(AopUtils.getMostSpecificMethod(method, targetClass)));
			this.known.put(key, found);
		}
		return found.orElse(null);
	}

	/**
	 * Checks that the beans and settings of an annotated method exist.
	 */
	void check(Method method, Class<?> targetClass, BeanFactory beans) {
		O operation = find(method, targetClass);
		if (operation != null) {
			try {
				check(operation, beans);
			}
			catch (BeansException | IllegalArgumentException ex) {
				throw new InvalidAnnotationException(this.type, method, "cannot work: " + ex.getMessage(),
						"Configure what the annotation names, and keep its component enabled.", ex);
			}
		}
	}

	@Nullable O find(MethodInvocation call) {
		Object target = call.getThis();
		return find(call.getMethod(), (target != null) ? AopUtils.getTargetClass(target) : null);
	}

	private @Nullable O read(Method method) {
		MergedAnnotation<A> annotation = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).get(this.type);
		if (!annotation.isPresent()) {
			return null;
		}
		Method declared = (annotation.getRoot().getSource() instanceof Method source) ? source : method;
		AnnotatedMethod on = new AnnotatedMethod(this.type, method, declared, this.resolver);
		ReturnTypes.check(on);
		return parse(annotation.synthesize(), on);
	}

}
