// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

import org.redisson.api.RLock;
import org.redisson.api.RReadWriteLock;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;

/**
 * A client whose locks and scripts throw an Error instead of sending a command, once a
 * test says so.
 */
final class FailingRedisson {

	private volatile String method = "";

	private final AtomicInteger passing = new AtomicInteger();

	private final AtomicInteger failed = new AtomicInteger();

	/**
	 * Fails calls of a method.
	 * @param name of the method
	 * @param passingBefore how many pass before
	 */
	void fail(String name, int passingBefore) {
		this.passing.set(passingBefore);
		this.method = name;
	}

	void end() {
		this.method = "";
	}

	/** Returns how many calls have failed. */
	int failed() {
		return this.failed.get();
	}

	RedissonClient of(RedissonClient client) {
		return (RedissonClient) failing(RedissonClient.class, client);
	}

	private Object failing(Class<?> type, Object real) {
		return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (self, called, args) -> {
			if (called.getName().equals(this.method) && this.passing.getAndDecrement() <= 0) {
				this.failed.incrementAndGet();
				throw new NoClassDefFoundError("lost");
			}
			return wrapped(called, real, args);
		});
	}

	private Object wrapped(Method called, Object real, Object[] args) throws Throwable {
		try {
			Object result = called.invoke(real, args);
			Class<?> type = called.getReturnType();
			return (type == RLock.class || type == RScript.class || type == RReadWriteLock.class)
					? failing(type, result) : result;
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

}
