// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.function.Supplier;

import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * A port whose calls a test hears of, and may answer otherwise.
 */
public final class InterceptedPort {

	private InterceptedPort() {
	}

	public static CommandPort of(CommandPort port, Interceptor interceptor) {
		return proxy((self, method, args) -> interceptor.intercept(method, (args != null) ? args : new Object[0],
				() -> invoke(port, method, args)));
	}

	/** A port whose timeout changes within a test. */
	public static CommandPort withTimeout(CommandPort port, Supplier<Duration> timeout) {
		return proxy((self, method, args) -> {
			boolean closes = method.getName().equals("close");
			Object reply = invoke(closes ? port : port.withTimeout(timeout.get()), method, args);
			return (reply instanceof CommandPort view) ? withTimeout(view, timeout) : reply;
		});
	}

	private static CommandPort proxy(InvocationHandler handler) {
		return (CommandPort) Proxy.newProxyInstance(CommandPort.class.getClassLoader(),
				new Class<?>[] { CommandPort.class }, handler);
	}

	private static Object invoke(CommandPort port, Method method, Object[] args) throws Throwable {
		try {
			return method.invoke(port, args);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	/** The name of the script that a call runs, empty if it runs none. */
	public static String script(Object[] args) {
		return (args.length > 0 && args[0] instanceof LuaScript<?> script) ? script.name() : "";
	}

	/** Does something instead of a call, or around it. */
	public interface Interceptor {

		Object intercept(Method method, Object[] args, Call real) throws Throwable;

	}

	/** What the port would do. */
	public interface Call {

		Object proceed() throws Throwable;

	}

}
