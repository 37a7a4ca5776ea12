// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

/**
 * A session with its token, which is known nowhere else and cannot be found again.
 *
 * @param token the text that the client sends; opens the session
 * @param session the session
 * @since 1.0.0
 */
public record IssuedSession(String token, Session session) {

	/** Without the token. */
	@Override
	public String toString() {
		return "IssuedSession[" + this.session + "]";
	}

}
