// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.reflect.Method;
import java.util.Arrays;

import io.github.rediscomponents.lock.AcquireInterruptedException;

/**
 * Converts an interrupt to an exception that the intercepted method may throw. A proxy
 * would wrap an undeclared checked exception in an
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
