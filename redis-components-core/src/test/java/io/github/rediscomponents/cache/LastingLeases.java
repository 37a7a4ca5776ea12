// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * A port whose server keeps leases for ten minutes, however short they are: they are
 * extended often, and a process that stands still loses none.
 */
final class LastingLeases {

	private static final Set<String> SCRIPTS = Set.of("cache/acquire", "cache/extend");

	private static final String MILLIS = "600000";

	private LastingLeases() {
	}

	static CommandPort of(CommandPort port) {
		return InterceptedPort.of(port, (method, args, real) -> {
			prolong(args);
			Object result = real.proceed();
			if (result instanceof CommandPort view) {
				return of(view);
			}
			if (method.getName().equals("batchAsync")) {
				return ((CompletionStage<?>) result).thenApply((batch) -> of((RedisBatch) batch));
			}
			return (result instanceof RedisBatch batch) ? of(batch) : result;
		});
	}

	private static RedisBatch of(RedisBatch batch) {
		return (RedisBatch) Proxy.newProxyInstance(LastingLeases.class.getClassLoader(),
				new Class<?>[] { RedisBatch.class }, (self, method, args) -> {
					prolong((args != null) ? args : new Object[0]);
					try {
						return method.invoke(batch, args);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	private static void prolong(Object[] args) {
		if (SCRIPTS.contains(InterceptedPort.script(args))) {
			((byte[][]) args[2])[1] = Utf8.bytes(MILLIS);
		}
	}

}
