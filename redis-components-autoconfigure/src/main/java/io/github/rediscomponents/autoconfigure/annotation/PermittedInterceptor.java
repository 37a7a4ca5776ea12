// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.lock.OnTimeout;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.PermitNotAcquiredException;
import io.github.rediscomponents.semaphore.Permitted;

/**
 * Acquires the permits that {@link Permitted} specifies, and releases them when the
 * method has ended.
 */
final class PermittedInterceptor implements MethodInterceptor {

	private final PermitOperation.Source operations;

	private final Supplier<DistributedSemaphore> semaphores;

	private final Supplier<Duration> waitTime;

	private final Supplier<? extends Executor> workers;

	PermittedInterceptor(PermitOperation.Source operations, Supplier<DistributedSemaphore> semaphores,
			Supplier<Duration> waitTime, Supplier<? extends Executor> workers) {
		this.operations = operations;
		this.semaphores = semaphores;
		this.waitTime = waitTime;
		this.workers = workers;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation call) throws Throwable {
		PermitOperation operation = this.operations.find(call);
		if (operation == null) {
			return call.proceed();
		}
		NamedSemaphore semaphore = operation.semaphore(this.semaphores.get(), call);
		Duration wait = (operation.waitTime() != null) ? operation.waitTime() : this.waitTime.get();
		Optional<Permit> permit;
		// Before anything is held, because creating the executor may fail.
		Executor executor = this.workers.get();
		long start = System.nanoTime();
		try {
			permit = semaphore.tryAcquire(operation.permits(), wait);
			if (permit.isEmpty() && operation.onTimeout() == OnTimeout.THROW) {
				throw new PermitNotAcquiredException(semaphore.name(), operation.permits(),
						Duration.ofNanos(System.nanoTime() - start));
			}
		}
		catch (InterruptedException ex) {
			throw Interrupts.of(call.getMethod(), "a permit of '" + semaphore.name() + "'", ex);
		}
		catch (RedisComponentsException ex) {
			return ReturnTypes.failed(call.getMethod(), ex);
		}
		return permit.isEmpty() ? ReturnTypes.skipped(call.getMethod())
				: new HeldPermit(permit.get()).run(call, executor);
	}

}
