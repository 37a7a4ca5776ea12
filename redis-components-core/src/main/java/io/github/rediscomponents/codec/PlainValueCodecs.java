// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

/**
 * {@link ValueCodecs} of one type whose values are stored as they are.
 *
 * @param type the only type
 * @param only its codec
 */
record PlainValueCodecs(Class<?> type, ValueCodec<?> only) implements ValueCodecs {

	static final PlainValueCodecs TEXT = new PlainValueCodecs(String.class, new TextCodec());

	static final PlainValueCodecs BYTES = new PlainValueCodecs(byte[].class, new BytesCodec());

	@Override
	@SuppressWarnings("unchecked") // The codec of the type.
	public <T> ValueCodec<T> codec(Type asked) {
		if (asked != this.type) {
			throw new CodecException("The codec '" + this.only.format() + "' is for " + this.type.getTypeName()
					+ " only, not for " + asked.getTypeName(), new ClassCastException(asked.getTypeName()));
		}
		return (ValueCodec<T>) this.only;
	}

	/**
	 * Returns the codec of a type whose values are stored as they are.
	 * @return null if it is another type
	 */
	static <T> @Nullable ValueCodec<T> known(Type type) {
		if (type == String.class) {
			return TEXT.codec(type);
		}
		return (type == byte[].class) ? BYTES.codec(type) : null;
	}

}
