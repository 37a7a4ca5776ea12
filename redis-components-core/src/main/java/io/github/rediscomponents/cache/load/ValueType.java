// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Rejects what loaders return by way of raw types or unchecked casts, before it is
 * stored.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class ValueType<V> {

	private final String name;

	private final Class<?> type;

	public ValueType(String name, Type type) {
		this.name = name;
		Type raw = (type instanceof ParameterizedType generic) ? generic.getRawType() : type;
		this.type = (raw instanceof Class<?> known && !AnyValue.class.isAssignableFrom(known))
				? MethodType.methodType(known).wrap().returnType() : Object.class;
	}

	public @Nullable V check(@Nullable V value) {
		Object plain = value;
		if (plain != null && !this.type.isInstance(plain)) {
			throw new IllegalStateException("A loader of cache '" + this.name + "' returned "
					+ plain.getClass().getName() + ", not " + this.type.getName());
		}
		return value;
	}

	public Map<String, V> checkAll(Map<String, V> values) {
		values.forEach((text, value) -> check(value));
		return values;
	}

}
