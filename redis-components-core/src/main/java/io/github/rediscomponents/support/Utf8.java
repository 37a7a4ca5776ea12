// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.nio.charset.StandardCharsets;

/**
 * Turns text and numbers into the bytes of a script argument, and back.
 *
 * <p>
 * Half a surrogate pair has no bytes in UTF-8; the JDK writes a question mark for it, so
 * that two texts have the same bytes. Text that identifies something is refused instead.
 *
 * @since 1.0.0
 */
public final class Utf8 {

	private Utf8() {
	}

	/**
	 * Returns the bytes of text that is stored or identifies something.
	 * @param text the text
	 * @return its bytes, which no other text has
	 * @throws IllegalArgumentException if {@code text} has half a surrogate pair
	 */
	public static byte[] bytes(String text) {
		return wellFormed("text", text).getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Returns the bytes of text that describes something to people, such as the message
	 * of an exception or text that was cut off. Never fails.
	 * @param text the text
	 * @return its bytes, with a question mark for half a surrogate pair
	 */
	public static byte[] described(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Checks that a text is well-formed UTF-16.
	 * @param name the parameter's name
	 * @param text the text
	 * @return the text
	 * @throws IllegalArgumentException if {@code text} has half a surrogate pair
	 */
	public static String wellFormed(String name, String text) {
		int at = malformedAt(text);
		if (at >= 0) {
			throw new IllegalArgumentException(
					name + " must be well-formed UTF-16, has half a surrogate pair at index " + at);
		}
		return text;
	}

	/**
	 * Finds the first half of a surrogate pair that stands alone.
	 * @param text the text
	 * @return its index, -1 if there is none
	 */
	public static int malformedAt(String text) {
		for (int i = 0; i < text.length(); i++) {
			char unit = text.charAt(i);
			if (Character.isSurrogate(unit)) {
				if (Character.isLowSurrogate(unit) || i + 1 == text.length()
						|| !Character.isLowSurrogate(text.charAt(i + 1))) {
					return i;
				}
				i++;
			}
		}
		return -1;
	}

	public static byte[] bytes(long number) {
		return Long.toString(number).getBytes(StandardCharsets.ISO_8859_1);
	}

	public static String text(Object reply) {
		return new String((byte[]) reply, StandardCharsets.UTF_8);
	}

	public static long number(Object reply) {
		return (reply instanceof Long number) ? number : Long.parseLong(text(reply));
	}

}
