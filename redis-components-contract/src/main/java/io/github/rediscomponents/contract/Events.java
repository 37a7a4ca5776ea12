// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.contract;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * All events of an observer's interface, each with every combination of the values that
 * its parameters can have: every constant of an enumeration, both booleans, and one
 * example of any other type.
 *
 * @since 1.0.0
 */
public final class Events {

	private Events() {
	}

	/**
	 * Calls an action for each event.
	 * @param type the interface of an observer
	 * @param action gets the method and its arguments
	 * @return how many calls there were
	 * @throws IllegalArgumentException if a parameter has a type without an example
	 */
	public static int each(Class<?> type, BiConsumer<Method, List<Object>> action) {
		int calls = 0;
		for (Method event : type.getMethods()) {
			if (!Modifier.isStatic(event.getModifiers()) && event.getDeclaringClass() != Object.class) {
				for (List<Object> values : combinations(event.getParameterTypes())) {
					action.accept(event, values);
					calls++;
				}
			}
		}
		return calls;
	}

	private static List<List<Object>> combinations(Class<?>[] types) {
		List<List<Object>> combinations = List.of(List.of());
		for (Class<?> type : types) {
			List<Object> values = values(type);
			combinations = combinations.stream()
				.flatMap((before) -> values.stream()
					.map((value) -> Stream.concat(before.stream(), Stream.of(value)).toList()))
				.toList();
		}
		return combinations;
	}

	private static List<Object> values(Class<?> type) {
		if (type.isEnum()) {
			return List.of(type.getEnumConstants());
		}
		if (type.isRecord()) {
			return records(type);
		}
		if (type.isInterface()) {
			return List.of(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
					(proxy, method, arguments) -> values(method.getReturnType()).get(0)));
		}
		return switch (type.getSimpleName()) {
			case "int" -> List.of(1);
			case "long" -> List.of(1L);
			case "double" -> List.of(1.0);
			case "boolean" -> List.of(true, false);
			case "String" -> List.of("one");
			case "Duration" -> List.of(Duration.ofMillis(1));
			case "Instant" -> List.of(Instant.EPOCH);
			case "Optional" -> List.of(Optional.empty());
			case "Throwable", "Exception", "RuntimeException" -> List.of(new IllegalStateException("an example"));
			default -> throw new IllegalArgumentException("There is no example of " + type);
		};
	}

	private static List<Object> records(Class<?> type) {
		Class<?>[] components = Stream.of(type.getRecordComponents())
			.map(RecordComponent::getType)
			.toArray(Class<?>[]::new);
		return combinations(components).stream().map((values) -> make(type, components, values)).toList();
	}

	private static Object make(Class<?> type, Class<?>[] components, List<Object> values) {
		try {
			Constructor<?> constructor = type.getDeclaredConstructor(components);
			return constructor.newInstance(values.toArray());
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalArgumentException("There is no example of " + type, ex);
		}
	}

}
