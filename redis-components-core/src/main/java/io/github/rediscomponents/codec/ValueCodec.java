// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.util.Arrays;

/**
 * Turns values of one type into bytes and back. Instances are safe for use by any number
 * of threads.
 *
 * @param <T> the type of the values
 * @since 1.0.0
 */
public interface ValueCodec<T> {

	/**
	 * Returns the name of the format of the bytes. A cache does not pass bytes to a codec
	 * of another format: such an entry is a miss. Two codecs have the same name only if
	 * each reads what the other writes.
	 * @return a name that does not change from one release to the next; {@code custom}
	 * unless it is overridden
	 */
	default String format() {
		return "custom";
	}

	/**
	 * Turns a value into bytes.
	 * @param value not null
	 * @return the bytes
	 * @throws CodecException if the value cannot be written
	 */
	byte[] encode(T value);

	/**
	 * Turns bytes into a value.
	 * @param bytes the result of {@link #encode}, possibly of another version of the
	 * application, or of another program
	 * @return the value, not null
	 * @throws CodecException if the bytes are not a value of this type
	 */
	T decode(byte[] bytes);

	/**
	 * Turns a part of an array into a value, for content that stands behind a header.
	 * Copies the part and calls {@link #decode(byte[])} unless it is overridden.
	 * @param bytes must not be changed
	 * @param offset the beginning of the part
	 * @param length the length of the part
	 * @return the value, not null
	 * @throws CodecException if the bytes are not a value of this type
	 */
	default T decode(byte[] bytes, int offset, int length) {
		return decode(Arrays.copyOfRange(bytes, offset, offset + length));
	}

}
