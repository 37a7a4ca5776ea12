// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

import io.github.rediscomponents.support.Checks;

/**
 * Carries a generic type to run time: {@code new TypeRef<List<User>>() {}}.
 *
 * @param <T> the type
 * @since 1.0.0
 */
public abstract class TypeRef<T> {

	private final Type type;

	protected TypeRef() {
		if (!(getClass().getGenericSuperclass() instanceof ParameterizedType parent)) {
			throw new IllegalArgumentException("TypeRef needs a type argument: new TypeRef<List<User>>() {}");
		}
		this.type = parent.getActualTypeArguments()[0];
	}

	private TypeRef(Type type) {
		this.type = type;
	}

	/**
	 * Returns a reference to a class that is not generic.
	 * @param type the class
	 * @param <T> the type
	 * @return the reference
	 */
	public static <T> TypeRef<T> of(Class<T> type) {
		return new Known<>(Checks.notNull("type", type));
	}

	/**
	 * Returns a reference to a type that is known at run time only.
	 * @param type the class or generic type
	 * @return the reference
	 */
	public static TypeRef<?> of(Type type) {
		return new Known<>(Checks.notNull("type", type));
	}

	/**
	 * Returns the type that was given as the argument.
	 * @return the type
	 */
	public final Type type() {
		return this.type;
	}

	private static final class Known<T> extends TypeRef<T> {

		Known(Type type) {
			super(type);
		}

	}

}
