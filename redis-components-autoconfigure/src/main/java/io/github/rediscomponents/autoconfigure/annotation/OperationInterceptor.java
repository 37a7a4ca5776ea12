// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.util.List;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Runs the interceptors of all annotations around a method, the first outermost. The last
 * one receives the invocation of the proxy, which it can clone.
 */
final class OperationInterceptor implements MethodInterceptor {

	private final List<MethodInterceptor> interceptors;

	OperationInterceptor(MethodInterceptor... interceptors) {
		this.interceptors = List.of(interceptors);
	}

	@Override
	public @Nullable Object invoke(MethodInvocation call) throws Throwable {
		return invoke(call, 0);
	}

	private @Nullable Object invoke(MethodInvocation call, int index) throws Throwable {
		boolean last = index == this.interceptors.size() - 1;
		return this.interceptors.get(index).invoke(last ? call : new Inner(call, index + 1));
	}

	/** The call as an interceptor sees it: proceeds to the next interceptor. */
	private final class Inner implements MethodInvocation {

		private final MethodInvocation call;

		private final int next;

		Inner(MethodInvocation call, int next) {
			this.call = call;
			this.next = next;
		}

		@Override
		public @Nullable Object proceed() throws Throwable {
			return invoke(this.call, this.next);
		}

		@Override
		public Method getMethod() {
			return this.call.getMethod();
		}

		@Override
		public @Nullable Object[] getArguments() {
			return this.call.getArguments();
		}

		@Override
		public @Nullable Object getThis() {
			return this.call.getThis();
		}

		@Override
		public AccessibleObject getStaticPart() {
			return this.call.getStaticPart();
		}

	}

}
