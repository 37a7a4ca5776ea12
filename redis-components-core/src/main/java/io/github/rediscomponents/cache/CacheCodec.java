// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * The codec of a cache's values.
 *
 * @since 1.0.0
 */
public enum CacheCodec {

	/** The {@link ValueCodecs} of the application, which are JSON by default. */
	APPLICATION,

	/** {@link ValueCodecs#json()}. */
	JSON,

	/** {@link ValueCodecs#binary()}. */
	BINARY,

	/** {@link ValueCodecs#text()}: for values of type {@code String}. */
	TEXT,

	/** {@link ValueCodecs#bytes()}: for values of type {@code byte[]}. */
	BYTES;

	/**
	 * Returns the codecs.
	 * @param application those of the application
	 * @throws CodecException if the application has no library for them
	 */
	ValueCodecs codecs(ValueCodecs application) {
		try {
			return switch (this) {
				case APPLICATION -> application;
				case JSON -> ValueCodecs.json();
				case BINARY -> ValueCodecs.binary();
				case TEXT -> ValueCodecs.text();
				case BYTES -> ValueCodecs.bytes();
			};
		}
		catch (IllegalStateException ex) {
			throw new CodecException("The codec " + this + " cannot be used", ex);
		}
	}

}
