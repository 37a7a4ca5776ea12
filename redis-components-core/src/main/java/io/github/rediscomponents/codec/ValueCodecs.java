// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.lang.reflect.Type;

/**
 * Gives the codec for a type. An application replaces the JSON default by a bean of this
 * type.
 *
 * @since 0.1.0
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
	 * JSON by Jackson. Text is written as it is, in UTF-8; other values as JSON. Unknown
	 * properties are ignored, so that an older version of the application can read what a
	 * newer one wrote.
	 * @return the default codecs
	 */
	static ValueCodecs json() {
		return new JacksonValueCodecs();
	}

}
