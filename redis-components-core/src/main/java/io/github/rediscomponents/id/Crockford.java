// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * Douglas Crockford's base 32, in a fixed width of 13 characters for 63 bits.
 */
final class Crockford {

	private static final int WIDTH = 13;

	private static final char[] DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();

	private static final byte[] VALUES = values();

	private Crockford() {
	}

	static String encode(long id) {
		Checks.isTrue(id >= 0, "id must not be negative, was " + id);
		char[] text = new char[WIDTH];
		long rest = id;
		for (int i = WIDTH - 1; i >= 0; i--) {
			text[i] = DIGITS[(int) (rest & 31)];
			rest >>>= 5;
		}
		return new String(text);
	}

	static long decode(@Nullable String text) {
		if (text == null || text.length() != WIDTH) {
			throw new IllegalArgumentException("text must have 13 characters, was " + text);
		}
		long id = 0;
		for (int i = 0; i < WIDTH; i++) {
			char digit = text.charAt(i);
			int value = (digit < VALUES.length) ? VALUES[digit] : -1;
			// The first of the 13 digits has the upper 3 of 63 bits.
			if (value < 0 || (i == 0 && value > 7)) {
				throw new IllegalArgumentException("text is not the text of an id: " + text);
			}
			id = id << 5 | value;
		}
		return id;
	}

	private static byte[] values() {
		byte[] values = new byte[128];
		Arrays.fill(values, (byte) -1);
		for (byte i = 0; i < DIGITS.length; i++) {
			values[DIGITS[i]] = i;
			values[Character.toLowerCase(DIGITS[i])] = i;
		}
		values['O'] = values['o'] = 0;
		values['I'] = values['i'] = values['L'] = values['l'] = 1;
		return values;
	}

}
