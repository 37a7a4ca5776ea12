// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;

/**
 * Writes values whose type no declaration says: form (1 byte), length of the description
 * of the type (2), the description in UTF-8, fingerprint of the type's shape (4), then
 * the value by the codec of that type. Big endian.
 */
final class DescribedCodec implements ValueCodec<Object> {

	private static final byte FORM = 1;

	private static final int FIXED = 1 + Short.BYTES + Integer.BYTES;

	private final DescribedTypes types;

	DescribedCodec(DescribedTypes types) {
		this.types = types;
	}

	@Override
	public byte[] encode(Object value) {
		DescribedType type = this.types.describe(value);
		byte[] description = type.description().getBytes(StandardCharsets.UTF_8);
		byte[] payload = type.codec().encode(value);
		return ByteBuffer.allocate(FIXED + description.length + payload.length)
			.put(FORM)
			.putShort((short) description.length)
			.put(description)
			.putInt(type.shape())
			.put(payload)
			.array();
	}

	@Override
	public Object decode(byte[] bytes) {
		return decode(bytes, 0, bytes.length);
	}

	@Override
	public Object decode(byte[] bytes, int offset, int length) {
		try {
			ByteBuffer read = ByteBuffer.wrap(bytes, offset, length);
			if (read.get() != FORM) {
				throw new IllegalArgumentException("has an unknown form");
			}
			byte[] description = new byte[Math.min(Short.toUnsignedInt(read.getShort()), read.remaining())];
			read.get(description);
			DescribedType type = this.types.parse(new String(description, StandardCharsets.UTF_8));
			if (read.getInt() != type.shape()) {
				throw new IllegalArgumentException("is of another release of " + type.description());
			}
			return type.codec().decode(Arrays.copyOfRange(bytes, read.position(), offset + length));
		}
		catch (IllegalArgumentException | BufferUnderflowException ex) {
			throw new CodecException("Not a value of a described type", ex);
		}
	}

}
