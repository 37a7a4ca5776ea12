// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Argument checks that name the parameter. They run before anything is sent.
 *
 * @since 1.0.0
 */
public final class Checks {

	private Checks() {
	}

	/**
	 * Checks that a text is neither null nor blank.
	 * @param name the parameter's name
	 * @param text the text
	 * @return the text
	 */
	public static String hasText(String name, @Nullable String text) {
		if (text == null || text.isBlank()) {
			throw new IllegalArgumentException(name + " must not be null or blank");
		}
		return text;
	}

	/**
	 * Checks that a text is neither null nor empty, not too long, and well-formed UTF-16.
	 * @param name the parameter's name
	 * @param text the text
	 * @param max how many characters it may have
	 * @return the text
	 */
	public static String hasLength(String name, @Nullable String text, int max) {
		if (text == null || text.isEmpty()) {
			throw new IllegalArgumentException(name + " must not be null or empty");
		}
		if (text.length() > max) {
			throw new IllegalArgumentException(
					name + " must not be longer than " + max + " characters, was " + text.length());
		}
		return Utf8.wellFormed(name, text);
	}

	/**
	 * Checks that a value is there.
	 * @param name the parameter's name
	 * @param value the value
	 * @param <T> its type
	 * @return the value
	 */
	public static <T> T notNull(String name, @Nullable T value) {
		if (value == null) {
			throw new IllegalArgumentException(name + " must not be null");
		}
		return value;
	}

	/**
	 * Checks that a number lies within bounds.
	 * @param name the parameter's name
	 * @param value the number
	 * @param min the least that is allowed
	 * @param max the most that is allowed
	 * @return the number
	 */
	public static long between(String name, long value, long min, long max) {
		if (value < min || value > max) {
			throw new IllegalArgumentException(name + " must be between " + min + " and " + max + ", was " + value);
		}
		return value;
	}

	/**
	 * Checks that a number lies within bounds.
	 * @param name the parameter's name
	 * @param value the number
	 * @param min the least that is allowed
	 * @param max the most that is allowed
	 * @return the number
	 */
	public static int between(String name, int value, int min, int max) {
		return (int) between(name, (long) value, min, max);
	}

	/**
	 * Checks that a duration lies within bounds.
	 * @param name the parameter's name
	 * @param value the duration
	 * @param min the shortest that is allowed
	 * @param max the longest that is allowed
	 * @return the duration
	 */
	public static Duration between(String name, @Nullable Duration value, Duration min, Duration max) {
		notNull(name, value);
		if (value == null || value.compareTo(min) < 0 || value.compareTo(max) > 0) {
			throw new IllegalArgumentException(name + " must be between " + min + " and " + max + ", was " + value);
		}
		return value;
	}

	/**
	 * Checks a condition.
	 * @param condition the condition
	 * @param message the message if the condition is false; begins with the parameter's
	 * name
	 */
	public static void isTrue(boolean condition, String message) {
		if (!condition) {
			throw new IllegalArgumentException(message);
		}
	}

}
