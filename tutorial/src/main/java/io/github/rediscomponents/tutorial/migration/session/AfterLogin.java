// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.session;

import java.util.Optional;

import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.Session;
import io.github.rediscomponents.session.TokenSessions;

/**
 * The same with {@link TokenSessions}.
 */
public class AfterLogin {

	private final TokenSessions sessions;

	public AfterLogin(TokenSessions sessions) {
		this.sessions = sessions;
	}

	public String login(String user) {
		return this.sessions.issue(NewSession.of(user)).token();
	}

	public Optional<String> user(String token) {
		return this.sessions.touch(token).map(Session::user);
	}

	public void logoutEverywhere(String user) {
		this.sessions.revokeAll(user);
	}

}
