// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.entry.KeyText;
import io.github.rediscomponents.support.Utf8;

/**
 * The text of a key of Spring's cache abstraction. A text, number, enum, UUID or date has
 * the text that {@code CacheClient} gives it, so that both mean the same entry: 1, 1L and
 * "1" are one key. Other keys are written by {@link KeyParts}; they begin with a bracket
 * or a backslash. A plain text that begins with one of them gets a backslash in front. So
 * different keys have different texts.
 */
final class KeyTexts {

	private KeyTexts() {
	}

	/**
	 * Returns the text of a key.
	 * @param key the key
	 * @param longest the longest text; a longer one is replaced by its SHA-256
	 * @return the text, well-formed UTF-16
	 * @throws IllegalArgumentException if the key has no text that is the same in every
	 * process
	 */
	static String of(@Nullable Object key, int longest) {
		if (key == null) {
			throw new IllegalArgumentException("key must not be null");
		}
		String text = KeyParts.isPlain(key) ? escapedFirst(KeyText.of(key)) : KeyParts.text(key);
		Utf8.wellFormed("key", text);
		return (text.length() <= longest) ? text : "\\h" + sha256(text);
	}

	private static String escapedFirst(String text) {
		if (text.isEmpty()) {
			return KeyParts.EMPTY;
		}
		return (text.charAt(0) == '[' || text.charAt(0) == '\\') ? '\\' + text : text;
	}

	private static String sha256(String text) {
		try {
			return HexFormat.of()
				.formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
