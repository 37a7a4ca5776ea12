// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.io.IOException;
import java.lang.reflect.Type;

import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * Codecs of text that throw what the text names when they read it.
 */
public final class ThrowingCodecs implements ValueCodecs {

	@Override
	public <T> ValueCodec<T> codec(Type type) {
		ValueCodec<T> text = ValueCodecs.text().codec(type);
		return new ValueCodec<>() {

			@Override
			public byte[] encode(T value) {
				return text.encode(value);
			}

			@Override
			public T decode(byte[] bytes) {
				T value = text.decode(bytes);
				throwNamed(String.valueOf(value));
				return value;
			}

		};
	}

	/**
	 * Throws what a text names.
	 */
	public static void throwNamed(String name) {
		switch (name) {
			case "error" -> throw new AssertionError(name);
			case "linkage" -> throw new NoClassDefFoundError(name);
			case "deep" -> throw new StackOverflowError(name);
			case "argument" -> throw new IllegalArgumentException(name);
			case "checked" -> ThrowingCodecs.<RuntimeException>sneak(new IOException(name));
			case "hostile" -> throw new HostileException();
			default -> {
			}
		}
	}

	@SuppressWarnings("unchecked")
	private static <X extends Throwable> void sneak(Throwable thrown) throws X {
		throw (X) thrown;
	}

}
