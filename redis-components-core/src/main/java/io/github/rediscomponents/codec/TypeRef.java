package io.github.rediscomponents.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * Carries a generic type to run time: {@code new TypeRef<List<User>>() {}}.
 *
 * @param <T> the type
 */
public abstract class TypeRef<T> {

	private final Type type;

	protected TypeRef() {
		if (!(getClass().getGenericSuperclass() instanceof ParameterizedType parent)) {
			throw new IllegalArgumentException("TypeRef needs a type argument: new TypeRef<List<User>>() {}");
		}
		this.type = parent.getActualTypeArguments()[0];
	}

	/**
	 * The type that was given as the argument.
	 * @return the type
	 */
	public final Type type() {
		return this.type;
	}

}
