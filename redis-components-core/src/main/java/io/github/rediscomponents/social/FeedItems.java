// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;

/**
 * Items as members of sorted sets: twelve hexadecimal digits of the time, the id, a zero
 * byte and the author. So their order is that of time, id and author. Here they are
 * strings of one character for each byte, which compare as Redis compares bytes.
 */
final class FeedItems {

	static final Comparator<String> NEWEST_FIRST = Comparator.<String>naturalOrder().reversed();

	private static final int DIGITS = 12;

	private FeedItems() {
	}

	static String digits(Instant time) {
		return HexFormat.of().toHexDigits(time.toEpochMilli(), DIGITS);
	}

	static byte[] item(String digits, String id, String author) {
		return Utf8.bytes(digits + id + '\0' + author);
	}

	/** Below it is everything that comes after the position. */
	static byte[] bound(@Nullable FeedPosition position) {
		return (position != null) ? item(digits(position.time()), position.id(), "") : new byte[0];
	}

	static String text(Object reply) {
		return new String((byte[]) reply, StandardCharsets.ISO_8859_1);
	}

	static byte[] bytes(String item) {
		return item.getBytes(StandardCharsets.ISO_8859_1);
	}

	static FeedItem parse(String item) {
		String text = Utf8.text(bytes(item));
		int end = text.indexOf('\0', DIGITS);
		return new FeedItem(text.substring(end + 1), text.substring(DIGITS, end), time(text.substring(0, DIGITS)));
	}

	static Instant time(String digits) {
		return Instant.ofEpochMilli(Long.parseLong(digits, 16));
	}

}
