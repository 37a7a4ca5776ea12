// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.ratelimit.RateLimitActivity;
import io.github.rediscomponents.ratelimit.RatePolicy;

/**
 * A component whose instances are on several servers. A call that begins with the name of
 * an instance goes to its server. A call without a name goes to all of them, and their
 * results are joined.
 *
 * @param byName returns the component with an instance
 * @param all returns the components of all servers
 * @param <C> the type of the component
 */
record Routed<C>(Function<String, C> byName, Supplier<List<C>> all) implements InvocationHandler {

	/**
	 * Returns the component.
	 * @param type its type, an interface
	 * @param byName returns the component with an instance
	 * @param all returns the components of all servers
	 * @param <C> its type
	 */
	static <C> C of(Class<C> type, Function<String, C> byName, Supplier<List<C>> all) {
		if (type == CacheClient.class) {
			// Reads from memory are too fast for a call by reflection.
			return type.cast(new RoutedCacheClient((name) -> (CacheClient) byName.apply(name),
					() -> all.get().stream().map(CacheClient.class::cast).toList()));
		}
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, new Routed<>(byName, all)));
	}

	@Override
	public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args) throws Throwable {
		if (method.getDeclaringClass() == Object.class) {
			return ofObject(proxy, method, args);
		}
		if (method.getName().equals("close")) {
			// The servers close what they have made.
			return null;
		}
		String name = (args != null && args.length > 0) ? name(args[0]) : null;
		if (name != null) {
			return call(method, this.byName.apply(name), args);
		}
		List<@Nullable Object> results = new ArrayList<>();
		for (C one : this.all.get()) {
			results.add(call(method, one, args));
		}
		return join(results);
	}

	private static @Nullable String name(@Nullable Object first) {
		return (first instanceof String text) ? text : (first instanceof RatePolicy policy) ? policy.name() : null;
	}

	private static @Nullable Object call(Method method, Object target, @Nullable Object @Nullable [] args)
			throws Throwable {
		try {
			return method.invoke(target, args);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	private static @Nullable Object join(List<@Nullable Object> results) {
		Object first = results.get(0);
		if (first instanceof Boolean) {
			return results.stream().allMatch(Boolean.TRUE::equals);
		}
		if (first instanceof LockActivity) {
			List<LockActivity> all = results.stream().map(LockActivity.class::cast).toList();
			return new LockActivity(all.stream().flatMap((one) -> one.held().stream()).toList(),
					all.stream().flatMap((one) -> one.waiting().stream()).toList(),
					all.stream().mapToLong(LockActivity::heldTotal).sum(),
					all.stream().mapToLong(LockActivity::waitingTotal).sum());
		}
		if (first instanceof RateLimitActivity) {
			List<RateLimitActivity> all = results.stream().map(RateLimitActivity.class::cast).toList();
			return new RateLimitActivity(
					all.stream()
						.flatMap((one) -> one.policies().stream())
						.sorted(Comparator.comparing(RateLimitActivity.Decisions::policy))
						.toList(),
					all.stream()
						.flatMap((one) -> one.refused().stream())
						.sorted(Comparator.comparingLong(RateLimitActivity.Refused::count).reversed())
						.toList());
		}
		if (first instanceof Collection<?>) {
			Set<Object> joined = new LinkedHashSet<>();
			results.forEach((one) -> joined.addAll((Collection<?>) one));
			return (first instanceof Set<?>) ? joined : List.copyOf(joined);
		}
		return first;
	}

	private Object ofObject(Object proxy, Method method, @Nullable Object @Nullable [] args) {
		return switch (method.getName()) {
			case "equals" -> args != null && args[0] == proxy;
			case "hashCode" -> System.identityHashCode(proxy);
			default -> "Routed" + this.all.get();
		};
	}

}
