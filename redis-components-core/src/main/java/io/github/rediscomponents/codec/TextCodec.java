// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import io.github.rediscomponents.support.Utf8;

/**
 * Text as it is, in UTF-8.
 */
record TextCodec() implements ValueCodec<String> {

	/** What the JDK reads for bytes that are not UTF-8, and for itself. */
	private static final char REPLACEMENT = '\ufffd';

	@Override
	public String format() {
		return "text";
	}

	@Override
	public byte[] encode(String value) {
		try {
			return Utf8.bytes(value);
		}
		catch (IllegalArgumentException ex) {
			throw new CodecException("Cannot write text that is not well-formed UTF-16", ex);
		}
	}

	@Override
	public String decode(byte[] bytes) {
		return decode(bytes, 0, bytes.length);
	}

	@Override
	public String decode(byte[] bytes, int offset, int length) {
		String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
		if (text.indexOf(REPLACEMENT) >= 0) {
			check(bytes, offset, length);
		}
		return text;
	}

	private static void check(byte[] bytes, int offset, int length) {
		try {
			StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length));
		}
		catch (CharacterCodingException ex) {
			throw new CodecException("Not UTF-8 text", ex);
		}
	}

}
