// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import org.jspecify.annotations.Nullable;

/**
 * What the codecs of both Jacksons throw.
 */
final class CodecFailures {

	private CodecFailures() {
	}

	static CodecException unwritable(String typeName, String format, Exception cause) {
		return new CodecException("Cannot write a " + typeName + " as " + format, cause);
	}

	static CodecException unreadable(String typeName, String format, Exception cause) {
		return new CodecException("Not the " + format + " of a " + typeName, cause);
	}

	static <T> T notNull(@Nullable T value, String typeName, String format) {
		if (value == null) {
			throw new CodecException("Null in " + format + " is not a " + typeName, new NullPointerException());
		}
		return value;
	}

}
