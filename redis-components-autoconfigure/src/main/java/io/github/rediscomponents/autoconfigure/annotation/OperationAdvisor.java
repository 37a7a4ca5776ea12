// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.reflect.Method;
import java.util.List;

import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;

/**
 * Applies the interceptors of the annotations to the methods that carry one. Requires no
 * AspectJ.
 */
final class OperationAdvisor extends StaticMethodMatcherPointcutAdvisor {

	private static final long serialVersionUID = 1L;

	private final transient List<OperationSource<?, ?>> sources;

	OperationAdvisor(OperationSources sources, OperationInterceptor interceptor, int order) {
		super(interceptor);
		this.sources = sources.all();
		setOrder(order);
		setClassFilter((type) -> this.sources.stream().anyMatch((source) -> Candidates.mayCarry(type, source.type())));
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return this.sources.stream().anyMatch((source) -> source.find(method, targetClass) != null);
	}

}
