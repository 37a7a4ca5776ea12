// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.util.Optional;

import io.github.rediscomponents.sample.web.Ids;
import io.github.rediscomponents.sample.web.Logins;
import io.github.rediscomponents.sample.web.User;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.Session;
import io.github.rediscomponents.session.TokenSessions;
import org.springframework.stereotype.Component;

/**
 * Logins, which any instance can look up. A session contains the displayed data of its
 * user, so that a request needs no database to identify the user.
 */
@Component
public class LoginTokens implements Logins {

	private static final String NAME = "name";

	private static final String ICON = "icon";

	private final TokenSessions sessions;

	LoginTokens(TokenSessions sessions) {
		this.sessions = sessions;
	}

	/**
	 * Logs a user in.
	 * @param user the user
	 * @return the token
	 */
	public String issue(User user) {
		return this.sessions
			.issue(NewSession.of(String.valueOf(user.id()))
				.withAttribute(NAME, user.nickName())
				.withAttribute(ICON, user.icon()))
			.token();
	}

	/**
	 * Shows the present name and picture of a user in all of the user's logins.
	 * @param user the user as the database has it
	 */
	void show(User user) {
		String owner = String.valueOf(user.id());
		for (Session session : this.sessions.sessions(owner)) {
			this.sessions.put(owner, session.id(), NAME, user.nickName());
			this.sessions.put(owner, session.id(), ICON, user.icon());
		}
	}

	@Override
	public Optional<User> renew(String token) {
		return this.sessions.touch(token).flatMap(LoginTokens::user);
	}

	/**
	 * Logs out. The token is invalid on return.
	 * @param token as the client sent it
	 */
	void revoke(String token) {
		this.sessions.revoke(token);
	}

	private static Optional<User> user(Session session) {
		return Ids.parse(session.user())
			.map((id) -> new User(id, session.attributes().getOrDefault(NAME, ""),
					session.attributes().getOrDefault(ICON, "")));
	}

}
