// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Several listeners of one type as one. Each method of the type, whether abstract or
 * default, is passed on to each of them in their order, without a line of code for it:
 * there is none to forget. A listener that throws is logged and disturbs neither the
 * others nor the source of the events.
 *
 * @since 1.0.0
 */
public final class Listeners {

	private Listeners() {
	}

	/**
	 * Several listeners as one.
	 * @param <L> the type of listeners
	 * @param type an interface whose methods return nothing
	 * @param none a listener that does nothing, returned if there are no listeners
	 * @param listeners notified in this order; may contain results of this method
	 * @return a listener whose methods do not throw
	 */
	public static <L> L all(Class<L> type, L none, Stream<? extends L> listeners) {
		List<L> all = new ArrayList<>();
		listeners.filter((one) -> one != none).forEach((one) -> {
			if (Proxy.isProxyClass(one.getClass()) && Proxy.getInvocationHandler(one) instanceof All<?> known) {
				known.listeners().forEach((each) -> all.add(type.cast(each)));
			}
			else {
				all.add(one);
			}
		});
		if (all.isEmpty()) {
			return none;
		}
		for (Method method : type.getMethods()) {
			if (method.getReturnType() != void.class) {
				throw new IllegalArgumentException(method + " returns something");
			}
		}
		All<L> handler = new All<>(List.copyOf(all), new FailureLog(LoggerFactory.getLogger(type)));
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
	}

	/**
	 * Returns a listener whose exceptions are logged instead of thrown.
	 * @param <L> the type of listeners
	 * @param type an interface whose methods return nothing
	 * @param none a listener that does nothing, returned as it is
	 * @param listener the listener
	 * @return a listener whose methods do not throw
	 */
	public static <L> L quiet(Class<L> type, L none, L listener) {
		return all(type, none, Stream.of(Checks.notNull("listener", listener)));
	}

	private record All<L>(List<L> listeners, FailureLog log) implements InvocationHandler {

		@Override
		public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args)
				throws ReflectiveOperationException {
			if (method.getDeclaringClass() == Object.class) {
				return ofObject(proxy, method, args);
			}
			for (L listener : this.listeners) {
				try {
					method.invoke(listener, args);
				}
				catch (InvocationTargetException ex) {
					this.log.warn(ex.getTargetException(), "Listener {} failed in {}", listener.getClass().getName(),
							method.getName());
				}
			}
			return null;
		}

		private Object ofObject(Object proxy, Method method, @Nullable Object @Nullable [] args) {
			return switch (method.getName()) {
				case "equals" -> args != null && args[0] == proxy;
				case "hashCode" -> System.identityHashCode(proxy);
				default -> "Listeners" + this.listeners.stream().map((one) -> one.getClass().getName()).toList();
			};
		}

	}

}
