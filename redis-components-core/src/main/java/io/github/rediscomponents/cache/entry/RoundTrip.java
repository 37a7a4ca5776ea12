// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Compares a value with what was read back for it: records by their components,
 * collections, maps and arrays by their elements, other types by their class and by their
 * own {@code equals}. Looks at the beginning of what is large. What it finds names types
 * and components, and no data.
 */
final class RoundTrip {

	private static final int MOST_ELEMENTS = 100;

	private static final int MOST_COMPARED = 10_000;

	private static final int DEPTH = 20;

	private int compared;

	private RoundTrip() {
	}

	/**
	 * Returns what is different.
	 * @return null if nothing is, as far as it can be told
	 */
	static @Nullable String difference(Object stored, Object read) {
		return new RoundTrip().difference("", stored, read, DEPTH);
	}

	private @Nullable String difference(String path, @Nullable Object stored, @Nullable Object read, int depth) {
		if (stored == read || depth == 0 || ++this.compared > MOST_COMPARED) {
			return null;
		}
		if (stored == null || read == null) {
			return at(path) + ((read == null) ? "is lost" : "is not null any more");
		}
		if (stored instanceof Collection<?> some && read instanceof Collection<?> others) {
			return ofElements(path + "[]", some, others, depth);
		}
		if (stored instanceof Map<?, ?> some && read instanceof Map<?, ?> others) {
			return ofEntries(path + "{}", some, others, depth);
		}
		Class<?> type = typeOf(stored);
		if (type != typeOf(read)) {
			return at(path) + type.getName() + " became " + typeOf(read).getName();
		}
		if (type.isArray()) {
			return ofArrays(path + "[]", stored, read, depth);
		}
		if (type.isRecord()) {
			return ofComponents(path.isEmpty() ? "" : path + '.', stored, read, depth);
		}
		return (hasEquals(type) && !stored.equals(read)) ? at(path) + type.getName() + " is not equal" : null;
	}

	private static String at(String path) {
		return path.isEmpty() ? "" : path + ' ';
	}

	private static Class<?> typeOf(Object value) {
		return (value instanceof Enum<?> constant) ? constant.getDeclaringClass() : value.getClass();
	}

	private @Nullable String ofElements(String path, Collection<?> stored, Collection<?> read, int depth) {
		if (stored.size() != read.size()) {
			return at(path) + "has another size";
		}
		Iterator<?> some = stored.iterator();
		Iterator<?> others = read.iterator();
		if (!(stored instanceof List<?> && read instanceof List<?>)) {
			// The order of others may be any.
			return some.hasNext() ? ofTypes(path, some.next(), others.next()) : null;
		}
		for (int i = 0; i < MOST_ELEMENTS && some.hasNext(); i++) {
			String difference = difference(path, some.next(), others.next(), depth - 1);
			if (difference != null) {
				return difference;
			}
		}
		return null;
	}

	private static @Nullable String ofTypes(String path, @Nullable Object stored, @Nullable Object read) {
		if (stored == null || read == null || stored instanceof Collection<?> || stored instanceof Map<?, ?>) {
			return null;
		}
		Class<?> type = typeOf(stored);
		return (type != typeOf(read)) ? at(path) + type.getName() + " became " + typeOf(read).getName() : null;
	}

	private @Nullable String ofEntries(String path, Map<?, ?> stored, Map<?, ?> read, int depth) {
		if (stored.size() != read.size()) {
			return at(path) + "has another size";
		}
		int left = MOST_ELEMENTS;
		for (Map.Entry<?, ?> entry : stored.entrySet()) {
			Object key = entry.getKey();
			if (left-- == 0) {
				break;
			}
			String difference = hasKey(read, key) ? difference(path, entry.getValue(), read.get(key), depth - 1)
					: ofTypes(path, key, read.keySet().iterator().next());
			if (difference != null) {
				return difference;
			}
		}
		return null;
	}

	private static boolean hasKey(Map<?, ?> map, @Nullable Object key) {
		try {
			return map.containsKey(key);
		}
		catch (ClassCastException | NullPointerException ex) {
			// It is sorted by keys of another type.
			return false;
		}
	}

	private @Nullable String ofArrays(String path, Object stored, Object read, int depth) {
		int length = Array.getLength(stored);
		if (length != Array.getLength(read)) {
			return at(path) + "has another size";
		}
		for (int i = 0; i < Math.min(length, MOST_ELEMENTS); i++) {
			String difference = difference(path, Array.get(stored, i), Array.get(read, i), depth - 1);
			if (difference != null) {
				return difference;
			}
		}
		return null;
	}

	private @Nullable String ofComponents(String path, Object stored, Object read, int depth) {
		for (RecordComponent component : stored.getClass().getRecordComponents()) {
			try {
				Method accessor = component.getAccessor();
				accessor.setAccessible(true);
				String difference = difference(path + component.getName(), accessor.invoke(stored),
						accessor.invoke(read), depth - 1);
				if (difference != null) {
					return difference;
				}
			}
			catch (IllegalAccessException | InvocationTargetException ex) {
				// A component that cannot be read is not compared.
				continue;
			}
		}
		return null;
	}

	private static boolean hasEquals(Class<?> type) {
		try {
			return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
		}
		catch (NoSuchMethodException ex) {
			return false;
		}
	}

}
