package io.github.rediscomponents.support;

import java.nio.charset.StandardCharsets;

/**
 * Turns text and numbers into the bytes of a script argument, and back.
 */
public final class Utf8 {

	private Utf8() {
	}

	public static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
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
