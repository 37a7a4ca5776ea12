// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.reflect.Method;
import java.util.Arrays;

import io.github.rediscomponents.lock.AcquireInterruptedException;

/**
 * How an interrupt gets out of a proxy: a checked exception that the method does not
 * declare would reach the caller wrapped in an
 * {@link java.lang.reflect.UndeclaredThrowableException}.
 */
final class Interrupts {

	private Interrupts() {
	}

	static RuntimeException of(Method method, String waitedFor, InterruptedException interrupt)
			throws InterruptedException {
		if (Arrays.stream(method.getExceptionTypes())
			.anyMatch((type) -> type.isAssignableFrom(InterruptedException.class))) {
			throw interrupt;
		}
		Thread.currentThread().interrupt();
		return new AcquireInterruptedException(waitedFor, interrupt);
	}

}
