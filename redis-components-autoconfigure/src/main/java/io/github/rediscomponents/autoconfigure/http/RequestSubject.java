// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.util.HexFormat;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

/**
 * By what a rule tells requests apart.
 *
 * @param kind what kind of thing it is
 * @param header the header's name, empty for other kinds
 */
record RequestSubject(Kind kind, String header) {

	private static final int LONGEST = 200;

	/** Kinds of subjects. */
	enum Kind {

		/** Where the request comes from. */
		IP,

		/** The user that is signed in. */
		USER,

		/** The session, if there is one. */
		SESSION,

		/** The value of a header. */
		HEADER

	}

	/**
	 * Reads {@code ip}, {@code user}, {@code session} or {@code header:<name>}.
	 * @throws IllegalArgumentException if it is none
	 */
	static RequestSubject parse(String text) {
		return switch (text) {
			case "ip" -> new RequestSubject(Kind.IP, "");
			case "user" -> new RequestSubject(Kind.USER, "");
			case "session" -> new RequestSubject(Kind.SESSION, "");
			default -> {
				if (!text.matches("header:[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
					throw new IllegalArgumentException(
							"must be ip, user, session or header:<name>, was '" + text + "'");
				}
				yield new RequestSubject(Kind.HEADER, text.substring("header:".length()));
			}
		};
	}

	/**
	 * Returns the subject of a request.
	 * @return null if the request has none. Secrets, such as an API key, are there as
	 * their digest only
	 */
	@Nullable String of(HttpServletRequest request, ClientAddresses addresses) {
		return switch (this.kind) {
			case IP -> "ip:" + addresses.subject(request);
			case USER -> {
				Principal user = request.getUserPrincipal();
				String name = (user != null) ? user.getName() : null;
				yield (name == null || name.isEmpty()) ? null
						: "user:" + ((name.length() <= LONGEST) ? name : digest(name));
			}
			case SESSION -> {
				HttpSession session = request.getSession(false);
				yield (session != null) ? "session:" + digest(session.getId()) : null;
			}
			case HEADER -> {
				String value = request.getHeader(this.header);
				yield (value == null || value.isBlank()) ? null : "header:" + digest(value.strip());
			}
		};
	}

	private static String digest(String secret) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest, 0, 16);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java has SHA-256", ex);
		}
	}

}
