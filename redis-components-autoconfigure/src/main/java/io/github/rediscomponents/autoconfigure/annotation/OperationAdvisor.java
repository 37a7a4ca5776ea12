// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.reflect.Method;

import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;

/**
 * Applies an interceptor to the methods that carry its annotation. Requires no AspectJ.
 */
final class OperationAdvisor extends StaticMethodMatcherPointcutAdvisor {

	private static final long serialVersionUID = 1L;

	private final transient OperationSource<?, ?> source;

	OperationAdvisor(OperationSource<?, ?> source, MethodInterceptor interceptor, int order) {
		super((Advice) interceptor);
		this.source = source;
		setOrder(order);
		setClassFilter((type) -> Candidates.mayCarry(type, source.type()));
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return this.source.find(method, targetClass) != null;
	}

}
