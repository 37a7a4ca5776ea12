// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;

import io.github.rediscomponents.cache.spring.CacheableBatch;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;

/**
 * Calls a method with {@link CacheableBatch} for the keys that its cache does not have.
 */
final class CacheableBatchInterceptor implements MethodInterceptor {

	private final BatchOperation.Source operations;

	private final Supplier<RedisComponentsCacheManager> caches;

	CacheableBatchInterceptor(BatchOperation.Source operations, Supplier<RedisComponentsCacheManager> caches) {
		this.operations = operations;
		this.caches = caches;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation call) throws Throwable {
		BatchOperation operation = this.operations.find(call);
		if (operation == null) {
			return call.proceed();
		}
		Collection<?> keys = operation.keys(call.getArguments()[0]);
		try {
			Map<Object, Object> values = this.caches.get()
				.getCache(operation.cacheName())
				.getAll(keys, (missing) -> operation.found(missing, proceed(call, operation.argument(missing))));
			return operation.result(keys, values);
		}
		catch (MethodFailure ex) {
			throw ex.getCause();
		}
	}

	/**
	 * Calls the method, perhaps once more for the same call, perhaps on another thread.
	 */
	private static @Nullable Object proceed(MethodInvocation call, Object keys) {
		try {
			return ((ProxyMethodInvocation) call).invocableClone(keys).proceed();
		}
		catch (Throwable ex) {
			throw new MethodFailure(ex);
		}
	}

	/** Carries what the method threw through the cache. */
	private static final class MethodFailure extends RuntimeException {

		private static final long serialVersionUID = 1L;

		private final transient Throwable failure;

		MethodFailure(Throwable failure) {
			super(failure);
			this.failure = failure;
		}

		@Override
		public Throwable getCause() {
			return this.failure;
		}

	}

}
