// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.util.zip.CRC32;

import io.github.rediscomponents.cache.CacheCodec;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * How the values of a cache become bytes: a codec, and what an entry says of it.
 *
 * @param choice the setting
 * @param codec turns values into bytes
 * @param readBack reads the first values back
 * @param code the bits of the codec among the flags
 * @param mark changes the fingerprint; 0 for the formats of the first release, which
 * looks at the fingerprint only
 * @param <V> the type of the values
 */
record EntryForm<V>(CacheCodec choice, ValueCodec<V> codec, ReadBack<V> readBack, int code, int mark) {

	/** JSON, and text and bytes, which no value of another type is. */
	private static final int FIRST = 0;

	static final int CBOR = 0x10;

	/** Any other format, told apart by its mark. */
	static final int NAMED = 0xf0;

	static <V> EntryForm<V> of(String cache, CacheCodec choice, ValueCodec<V> codec) {
		String format = Checks.notNull("format", codec.format());
		int code = switch (format) {
			case "json", "text", "bytes" -> FIRST;
			case "cbor" -> CBOR;
			default -> NAMED;
		};
		return new EntryForm<>(choice, codec, new ReadBack<>(cache, codec), code, (code != FIRST) ? mark(format) : 0);
	}

	private static int mark(String format) {
		CRC32 crc = new CRC32();
		crc.update(Utf8.described(format));
		return (int) crc.getValue();
	}

	/** Keeps the codec, under another setting. */
	EntryForm<V> under(CacheCodec changed) {
		return new EntryForm<>(changed, this.codec, this.readBack, this.code, this.mark);
	}

	byte[] encode(V value) {
		byte[] bytes = this.codec.encode(value);
		this.readBack.check(value, bytes);
		return bytes;
	}

}
