// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.util.Arrays;

/**
 * Bytes as they are.
 */
record BytesCodec() implements ValueCodec<byte[]> {

	@Override
	public String format() {
		return "bytes";
	}

	@Override
	public byte[] encode(byte[] value) {
		return value.clone();
	}

	@Override
	public byte[] decode(byte[] bytes) {
		return bytes.clone();
	}

	@Override
	public byte[] decode(byte[] bytes, int offset, int length) {
		return Arrays.copyOfRange(bytes, offset, offset + length);
	}

}
