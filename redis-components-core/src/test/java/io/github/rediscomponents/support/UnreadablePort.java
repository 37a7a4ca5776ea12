// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * A port whose first replies to one script have another shape than its own, as those of
 * another kind of server or of a proxy in between may have.
 */
public final class UnreadablePort {

	private final String script;

	private final AtomicInteger left;

	private UnreadablePort(String script, AtomicInteger left) {
		this.script = script;
		this.left = left;
	}

	/**
	 * Puts this before a port.
	 * @param left how many replies are yet to be replaced
	 */
	public static CommandPort of(CommandPort port, String script, AtomicInteger left) {
		return new UnreadablePort(script, left).port(port);
	}

	private CommandPort port(CommandPort port) {
		return InterceptedPort.of(port, (method, args, real) -> {
			Object result = real.proceed();
			if (result instanceof CommandPort view) {
				return port(view);
			}
			if (method.getName().equals("batchAsync")) {
				return ((CompletionStage<?>) result).thenApply((batch) -> batch((RedisBatch) batch));
			}
			return reply(args, result);
		});
	}

	private RedisBatch batch(RedisBatch batch) {
		return (RedisBatch) Proxy.newProxyInstance(UnreadablePort.class.getClassLoader(),
				new Class<?>[] { RedisBatch.class }, (self, method, args) -> {
					try {
						return reply((args != null) ? args : new Object[0], method.invoke(batch, args));
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	private Object reply(Object[] args, Object result) {
		if (result instanceof CompletionStage<?> coming && InterceptedPort.script(args).equals(this.script)
				&& this.left.getAndUpdate((now) -> Math.max(0, now - 1)) > 0) {
			return coming.thenApply((known) -> List.of());
		}
		return result;
	}

}
