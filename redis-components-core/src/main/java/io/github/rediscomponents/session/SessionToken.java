// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

import io.github.rediscomponents.support.Utf8;

/**
 * A token: 16 bytes of a hash of the user, by which the slot is found, and 32 that no
 * client can guess.
 *
 * @param text the text that the client sends
 * @param tag which user's keys
 * @param id which session
 */
record SessionToken(String text, String tag, String id) {

	private static final int TAG_BYTES = 16;

	private static final int SECRET_BYTES = 32;

	private static final SecureRandom RANDOM = new SecureRandom();

	static SessionToken random(String user) {
		byte[] bytes = new byte[TAG_BYTES + SECRET_BYTES];
		RANDOM.nextBytes(bytes);
		System.arraycopy(sha256(user), 0, bytes, 0, TAG_BYTES);
		return of(encode(bytes), bytes);
	}

	/** Returns the token, or empty for another text. */
	static Optional<SessionToken> parse(String text) {
		if (text.length() != TokenSessions.TOKEN_LENGTH) {
			return Optional.empty();
		}
		try {
			byte[] bytes = Base64.getUrlDecoder().decode(text);
			// A text with padding has fewer.
			return (bytes.length == TAG_BYTES + SECRET_BYTES) ? Optional.of(of(text, bytes)) : Optional.empty();
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	static String tagOf(String user) {
		return encode(Arrays.copyOf(sha256(user), TAG_BYTES));
	}

	/** Returns the digest that Redis stores instead of the text. */
	static String digest(String text) {
		return encode(sha256(text));
	}

	private static SessionToken of(String text, byte[] bytes) {
		return new SessionToken(text, encode(Arrays.copyOf(bytes, TAG_BYTES)), digest(text));
	}

	private static String encode(byte[] bytes) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

	private static byte[] sha256(String text) {
		try {
			return MessageDigest.getInstance("SHA-256").digest(Utf8.bytes(text));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	@Override
	public String toString() {
		return "SessionToken[" + this.id + "]";
	}

}
