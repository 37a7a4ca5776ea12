// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.lang.reflect.Type;

/**
 * Gives the codec for a type. An application replaces the JSON default by a bean of this
 * type.
 *
 * @since 1.0.0
 */
@FunctionalInterface
public interface ValueCodecs {

	/**
	 * Returns the codec for values of a type.
	 * @param type a class or a generic type
	 * @param <T> the type of the values
	 * @return a codec, never null
	 * @throws CodecException if values of this type cannot be handled
	 */
	<T> ValueCodec<T> codec(Type type);

	/**
	 * JSON by Jackson 3, or by Jackson 2 if the application has no Jackson 3; each reads
	 * what the other writes. Text is written as it is, in UTF-8, and bytes as they are;
	 * other values as JSON. Unknown properties are ignored, so that an older version of
	 * the application can read what a newer one wrote.
	 * @return the default codecs
	 * @throws IllegalStateException if the application has no Jackson
	 */
	static ValueCodecs json() {
		return Jackson.OF_CLASS_PATH.json();
	}

	/**
	 * CBOR (RFC 8949) by Jackson. The same properties as {@link #json()} in fewer bytes
	 * and less time, and as safe: no type is taken from the data. Text and bytes are
	 * written as they are.
	 * @return the binary codecs
	 * @throws IllegalStateException if the application has no
	 * {@code jackson-dataformat-cbor} for its Jackson
	 * @see #isBinaryPresent()
	 */
	static ValueCodecs binary() {
		return Jackson.OF_CLASS_PATH.cbor();
	}

	/**
	 * Returns whether the application has what {@link #binary()} needs.
	 * @return true if it can be used
	 */
	static boolean isBinaryPresent() {
		return Jackson.OF_CLASS_PATH.hasCbor();
	}

	/**
	 * Text in UTF-8, without quotes. The only type is {@code String}; text that is not
	 * well-formed UTF-16 is refused.
	 * @return the codecs of text
	 */
	static ValueCodecs text() {
		return PlainValueCodecs.TEXT;
	}

	/**
	 * Bytes as they are. The only type is {@code byte[]}.
	 * @return the codecs of bytes
	 */
	static ValueCodecs bytes() {
		return PlainValueCodecs.BYTES;
	}

}
