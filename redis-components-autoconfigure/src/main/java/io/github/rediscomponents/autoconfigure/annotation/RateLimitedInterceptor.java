// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.ratelimit.Decision;
import io.github.rediscomponents.ratelimit.RateLimited;
import io.github.rediscomponents.ratelimit.RateLimitedException;
import io.github.rediscomponents.ratelimit.RateLimiter;

/**
 * Takes the permits that {@link RateLimited} specifies before a method runs.
 */
final class RateLimitedInterceptor implements MethodInterceptor {

	private final RateOperation.Source operations;

	private final Supplier<RateLimiter> limiter;

	RateLimitedInterceptor(RateOperation.Source operations, Supplier<RateLimiter> limiter) {
		this.operations = operations;
		this.limiter = limiter;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation call) throws Throwable {
		RateOperation operation = this.operations.find(call);
		if (operation == null) {
			return call.proceed();
		}
		String subject = operation.subject(call);
		long cost = operation.cost().number(call);
		try {
			Decision decision = decide(operation, subject, cost);
			if (!decision.allowed()) {
				throw new RateLimitedException(operation.policy(), decision);
			}
		}
		catch (InterruptedException ex) {
			throw Interrupts.of(call.getMethod(), "rate limit '" + operation.policy() + "'", ex);
		}
		catch (RedisComponentsException ex) {
			return ReturnTypes.failed(call.getMethod(), ex);
		}
		return call.proceed();
	}

	private Decision decide(RateOperation operation, String subject, long cost) throws InterruptedException {
		Duration wait = operation.waitTime();
		RateLimiter limits = this.limiter.get();
		return (wait != null) ? limits.tryAcquire(operation.policy(), subject, cost, wait)
				: limits.tryAcquire(operation.policy(), subject, cost);
	}

}
