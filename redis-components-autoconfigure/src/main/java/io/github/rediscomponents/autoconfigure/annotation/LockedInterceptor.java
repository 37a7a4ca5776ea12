// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockNotAcquiredException;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.lock.OnTimeout;

/**
 * Acquires the locks that {@link Locked} specifies, and releases them when the method has
 * ended.
 */
final class LockedInterceptor implements MethodInterceptor {

	private final LockOperation.Source operations;

	private final Supplier<DistributedLock> locks;

	private final Supplier<Duration> waitTime;

	private final Supplier<? extends Executor> workers;

	LockedInterceptor(LockOperation.Source operations, Supplier<DistributedLock> locks, Supplier<Duration> waitTime,
			Supplier<? extends Executor> workers) {
		this.operations = operations;
		this.locks = locks;
		this.waitTime = waitTime;
		this.workers = workers;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation call) throws Throwable {
		LockOperation operation = this.operations.find(call);
		if (operation == null) {
			return call.proceed();
		}
		List<String> names = operation.names(call);
		if (NestedLocks.cover(operation.kind(), names, call)) {
			return call.proceed();
		}
		LockOptions options = operation.options(this.waitTime.get());
		Optional<Lease> lease;
		// Before anything is held, because creating the executor may fail.
		Executor executor = this.workers.get();
		long start = System.nanoTime();
		try {
			lease = operation.lock(this.locks.get(), names).tryAcquire(options);
			if (lease.isEmpty() && operation.onTimeout() == OnTimeout.THROW) {
				throw new LockNotAcquiredException(String.join(", ", names),
						Duration.ofNanos(System.nanoTime() - start));
			}
		}
		catch (InterruptedException ex) {
			throw Interrupts.of(call.getMethod(), "lock '" + String.join(", ", names) + "'", ex);
		}
		catch (RedisComponentsException ex) {
			return ReturnTypes.failed(call.getMethod(), ex);
		}
		if (lease.isEmpty()) {
			return ReturnTypes.skipped(call.getMethod());
		}
		return new HeldLease(operation.kind(), names, lease.get()).run(call, executor);
	}

}
