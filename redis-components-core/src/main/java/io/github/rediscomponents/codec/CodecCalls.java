// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

/**
 * Reads values by codecs of an application, which may throw more than a
 * {@link CodecException} and return null: one that recurses deeper than the stack, or
 * whose classes are not all there.
 *
 * @since 1.0.0
 */
public final class CodecCalls {

	private CodecCalls() {
	}

	/**
	 * Reads a value.
	 * @throws CodecException whatever the codec throws because of the bytes
	 */
	public static <T> T decode(ValueCodec<T> codec, byte[] bytes) {
		return decode(codec, bytes, 0, bytes.length);
	}

	/**
	 * Reads a value from a part of an array.
	 * @throws CodecException whatever the codec throws because of the bytes
	 */
	public static <T> T decode(ValueCodec<T> codec, byte[] bytes, int offset, int length) {
		try {
			T value = (length == bytes.length) ? codec.decode(bytes) : codec.decode(bytes, offset, length);
			if (value != null) {
				return value;
			}
		}
		catch (CodecException ex) {
			throw ex;
		}
		catch (Exception | StackOverflowError | LinkageError ex) {
			throw new CodecException("The codec cannot read " + length + " bytes", ex);
		}
		throw new CodecException("The codec has read null from " + length + " bytes", new NullPointerException());
	}

}
