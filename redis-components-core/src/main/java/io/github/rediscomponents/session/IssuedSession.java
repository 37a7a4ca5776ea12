package io.github.rediscomponents.session;

/**
 * A session with its token, which is known nowhere else and cannot be found again.
 *
 * @param token what the client is to send; opens the session
 * @param session the session
 */
public record IssuedSession(String token, Session session) {

	/** Without the token. */
	@Override
	public String toString() {
		return "IssuedSession[" + this.session + "]";
	}

}
