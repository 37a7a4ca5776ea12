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
 * The part of a request that identifies its subject.
 *
 * @param kind the kind of subject
 * @param header name of the header, empty for other kinds
 */
record RequestSubject(Kind kind, String header) {

	private static final int LONGEST = 200;

	/** Kinds of subjects. */
	enum Kind {

		/** The address of the client. */
		IP,

		/** The authenticated user. */
		USER,

		/** The HTTP session. */
		SESSION,

		/** The value of a header. */
		HEADER

	}

	/**
	 * Parses {@code ip}, {@code user}, {@code session} or {@code header:<name>}.
	 * @throws IllegalArgumentException if the text is none of them
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
	 * @return the subject, or null if the request has none. Session ids and header values
	 * are digested, because they may be secrets
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
			throw new IllegalStateException("SHA-256 is not available", ex);
		}
	}

}
