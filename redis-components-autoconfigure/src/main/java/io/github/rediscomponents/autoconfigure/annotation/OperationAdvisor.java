// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;

import org.aopalliance.aop.Advice;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.util.function.SingletonSupplier;

/**
 * Applies the interceptors of the annotations to the methods that carry one. Requires no
 * AspectJ.
 */
final class OperationAdvisor extends StaticMethodMatcherPointcutAdvisor {

	private static final long serialVersionUID = 1L;

	private final transient List<OperationSource<?, ?>> sources;

	private final transient SingletonSupplier<OperationInterceptor> interceptor;

	/**
	 * Creates the advisor.
	 * @param check knows the annotated classes
	 * @param interceptor makes the interceptor for the first method that carries one
	 * @param order the order among other advisors
	 */
	OperationAdvisor(AnnotatedBeanCheck check, Supplier<OperationInterceptor> interceptor, int order) {
		this.sources = check.sources().all();
		this.interceptor = SingletonSupplier.of(interceptor);
		setOrder(order);
		// Few classes have a method to look for in its superclasses and interfaces.
		setClassFilter(check::isAnnotated);
	}

	@Override
	public Advice getAdvice() {
		return this.interceptor.obtain();
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return this.sources.stream().anyMatch((source) -> source.find(method, targetClass) != null);
	}

}
