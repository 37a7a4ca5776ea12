// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.CodecCalls;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * The format of an entry in Redis: eight bytes of weight, the search form, a zero byte,
 * whether there is a payload, two bytes of the term's length, the term, the payload.
 *
 * @param <P> the type of the payloads
 */
final class EntryFormat<P> {

	static final long MAX_WEIGHT = (1L << 53) - 1;

	static final int MAX_ID = 200;

	static final int MAX_TERM = 256;

	private static final int WEIGHT_BYTES = 8;

	private static final int HEAD_BYTES = 3;

	private final ValueCodec<P> codec;

	EntryFormat(ValueCodec<P> codec) {
		this.codec = codec;
	}

	static byte[] id(String id) {
		Checks.hasLength("id", id, MAX_ID);
		SearchForm.check("id", id);
		return Utf8.bytes(id);
	}

	/** Sorts the heaviest first. */
	static byte[] weight(long weight) {
		Checks.between("weight", weight, 0, MAX_WEIGHT);
		return ByteBuffer.allocate(WEIGHT_BYTES).putLong(MAX_WEIGHT - weight).array();
	}

	byte[] value(IndexEntry<P> entry, int maxPayload) {
		byte[] term = Utf8.bytes(entry.term());
		@Nullable P payload = entry.payload();
		byte[] bytes = (payload != null) ? this.codec.encode(payload) : new byte[0];
		Checks.isTrue(bytes.length <= maxPayload,
				"payload must not be larger than " + maxPayload + " bytes, was " + bytes.length + " when written");
		return ByteBuffer.allocate(HEAD_BYTES + term.length + bytes.length)
			.put((byte) ((payload != null) ? 1 : 0))
			.putShort((short) term.length)
			.put(term)
			.put(bytes)
			.array();
	}

	/**
	 * Reads a stored entry.
	 * @throws io.github.rediscomponents.codec.CodecException if the payload is of another
	 * type
	 */
	IndexEntry<P> read(String id, byte[] stored) {
		ByteBuffer buffer = ByteBuffer.wrap(stored);
		long weight = MAX_WEIGHT - buffer.getLong();
		while (buffer.get() != 0) {
			// The search form.
		}
		boolean loaded = buffer.get() == 1;
		int length = Short.toUnsignedInt(buffer.getShort());
		String term = new String(stored, buffer.position(), length, StandardCharsets.UTF_8);
		int from = buffer.position() + length;
		return new IndexEntry<>(id, term, weight,
				loaded ? CodecCalls.decode(this.codec, stored, from, stored.length - from) : null);
	}

}
