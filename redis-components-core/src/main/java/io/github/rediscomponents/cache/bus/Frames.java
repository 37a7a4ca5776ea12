// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;

/**
 * The messages as text: a letter, and
 * <ul>
 * <li>for {@code l}, {@code v} and {@code c} the cache's name, a colon, and the key's
 * text or the generation;
 * <li>for {@code V} and {@code C}, the numbered forms of {@code v} and {@code c}, first
 * the sender and the number, each with a comma behind it;
 * <li>for {@code v} and {@code V} with a byte that is part of no text, {@code 0xff},
 * behind the colon, the ids of tags and the number of their invalidation. A release
 * without tags takes it for a key that it does not have, and counts it;
 * <li>for {@code A}, the announcement of all numbers of a sender that rests now, the
 * sender, a comma and the number;
 * <li>for {@code M}, the announcement after which more follow, the sender, the number up
 * to which all are settled, the last one that was taken, and the milliseconds in which
 * the next announcement follows, with a comma between each;
 * <li>for {@code H}, the question for announcements, the sender.
 * </ul>
 * A release that does not know a letter ignores the message.
 */
final class Frames {

	static final char LOADED = 'l';

	static final char VOIDED = 'v';

	static final char CLEARED = 'c';

	static final char NUMBERED_VOIDED = 'V';

	static final char NUMBERED_CLEARED = 'C';

	/** Of a frame with tags, whose letter is that of a key. */
	static final char TAGS = 't';

	private static final byte NO_TEXT = (byte) 0xff;

	static final char ANNOUNCED = 'A';

	/** The same, of a sender that announces again. */
	static final char ACTIVE = 'M';

	static final char HELLO = 'H';

	private Frames() {
	}

	static byte[] of(char kind, String cache, String rest) {
		return Utf8.bytes(kind + cache + ':' + rest);
	}

	static byte[] numbered(char kind, String sender, long number, String cache, String rest) {
		return Utf8.bytes(kind + sender + ',' + number + ',' + cache + ':' + rest);
	}

	/**
	 * Makes a frame of one without rest.
	 * @param rest tags
	 */
	static byte[] tags(byte[] frame, String rest) {
		byte[] text = Utf8.bytes(rest);
		byte[] tags = Arrays.copyOf(frame, frame.length + 1 + text.length);
		tags[frame.length] = NO_TEXT;
		System.arraycopy(text, 0, tags, frame.length + 1, text.length);
		return tags;
	}

	static byte[] announced(String sender, long settled) {
		return Utf8.bytes(ANNOUNCED + sender + ',' + settled);
	}

	static byte[] active(String sender, long settled, long taken, long millis) {
		return Utf8.bytes(ACTIVE + sender + ',' + settled + ',' + taken + ',' + millis);
	}

	static byte[] hello(String sender) {
		return Utf8.bytes(HELLO + sender);
	}

	/**
	 * Reads a message.
	 * @return null if it is malformed
	 */
	static @Nullable Frame parse(byte[] message) {
		for (int i = 0; i < message.length; i++) {
			if (message[i] == NO_TEXT) {
				Frame addressed = parse(Arrays.copyOf(message, i));
				return (addressed != null)
						? addressed.withTags(Utf8.text(Arrays.copyOfRange(message, i + 1, message.length))) : null;
			}
		}
		String text = Utf8.text(message);
		if (text.length() < 2) {
			return null;
		}
		try {
			return switch (text.charAt(0)) {
				case HELLO -> new Frame(HELLO, text.substring(1), 0, "", "");
				case ANNOUNCED -> {
					int comma = text.indexOf(',');
					yield new Frame(ANNOUNCED, text.substring(1, comma), Long.parseLong(text.substring(comma + 1)), "",
							"");
				}
				case ACTIVE -> {
					int comma = text.indexOf(',');
					int second = text.indexOf(',', comma + 1);
					int third = text.indexOf(',', second + 1);
					yield new Frame(ACTIVE, text.substring(1, comma), Long.parseLong(text, comma + 1, second, 10),
							Long.parseLong(text, second + 1, third, 10), Long.parseLong(text.substring(third + 1)));
				}
				case NUMBERED_VOIDED, NUMBERED_CLEARED -> {
					int comma = text.indexOf(',');
					int second = text.indexOf(',', comma + 1);
					yield addressed(text, text.substring(1, comma), Long.parseLong(text, comma + 1, second, 10),
							second + 1);
				}
				default -> addressed(text, "", 0, 1);
			};
		}
		catch (IndexOutOfBoundsException | NumberFormatException ex) {
			return null;
		}
	}

	private static Frame addressed(String text, String sender, long number, int name) {
		int colon = text.indexOf(':', name);
		return new Frame(text.charAt(0), sender, number, text.substring(name, colon), text.substring(colon + 1));
	}

	/**
	 * A message.
	 *
	 * @param kind the letter
	 * @param sender the process, or empty
	 * @param number its number, or 0
	 * @param taken the last number that the sender has taken, or 0
	 * @param millis until it announces again, or 0
	 * @param cache the cache's name, or empty
	 * @param rest the key's text, the generation or the tags, or empty
	 */
	record Frame(char kind, String sender, long number, long taken, long millis, String cache, String rest) {

		Frame(char kind, String sender, long number, String cache, String rest) {
			this(kind, sender, number, 0, 0, cache, rest);
		}

		private Frame(char kind, String sender, long settled, long taken, long millis) {
			this(kind, sender, settled, taken, millis, "", "");
		}

		private Frame withTags(String tags) {
			return new Frame(TAGS, this.sender, this.number, this.cache, tags);
		}

	}

}
