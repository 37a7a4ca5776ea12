// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.session;

import java.util.Optional;

import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.Session;

/**
 * Logins whose tokens are ids of Spring Session.
 *
 * @param <S> the type of the sessions
 */
public class BeforeLogin<S extends Session> {

	private static final String USER = FindByIndexNameSessionRepository.PRINCIPAL_NAME_INDEX_NAME;

	private final FindByIndexNameSessionRepository<S> sessions;

	public BeforeLogin(FindByIndexNameSessionRepository<S> sessions) {
		this.sessions = sessions;
	}

	public String login(String user) {
		S session = this.sessions.createSession();
		session.setAttribute(USER, user);
		this.sessions.save(session);
		return session.getId();
	}

	public Optional<String> user(String token) {
		return Optional.ofNullable(this.sessions.findById(token)).map((session) -> session.getAttribute(USER));
	}

	public void logoutEverywhere(String user) {
		this.sessions.findByPrincipalName(user).keySet().forEach(this.sessions::deleteById);
	}

}
