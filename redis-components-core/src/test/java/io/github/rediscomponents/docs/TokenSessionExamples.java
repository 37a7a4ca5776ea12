// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.session.CodeIssue;
import io.github.rediscomponents.session.IssuedSession;
import io.github.rediscomponents.session.LoginMark;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.OneTimeCodeSettings;
import io.github.rediscomponents.session.OneTimeCodes;
import io.github.rediscomponents.session.Session;
import io.github.rediscomponents.session.TokenSessions;

/**
 * The code of the page about token sessions and one-time codes.
 */
class TokenSessionExamples {

	private final TokenSessions sessions;

	private final OneTimeCodes codes;

	private final OneTimeCodePurposes purposes;

	TokenSessionExamples(TokenSessions sessions, OneTimeCodes codes, OneTimeCodePurposes purposes) {
		this.sessions = sessions;
		this.codes = codes;
		this.purposes = purposes;
	}

	String loggedIn(String user, String device) {
		NewSession session = NewSession.of(user).withDevice(device).withAttribute("role", "customer");
		return this.sessions.issue(session).token();
	}

	Optional<Session> whoIsAsking(String token) {
		return this.sessions.touch(token);
	}

	List<Session> whereIAmLoggedIn(String user) {
		return this.sessions.sessions(user);
	}

	void lostMyPhone(String user, String sessionId) {
		this.sessions.revoke(user, sessionId);
	}

	void changedMyPassword(String token) {
		this.sessions.revokeOthers(token);
	}

	void renamed(String user, String name) {
		this.sessions.sessions(user).forEach((session) -> this.sessions.put(user, session.id(), "name", name));
	}

	String rememberMe(String user) {
		return this.sessions.issue(NewSession.of(user).withTtl(Duration.ofDays(30))).token();
	}

	Optional<String> login(String user, String password) {
		LoginMark mark = this.sessions.mark(user);
		if (!matches(user, password)) {
			return Optional.empty();
		}
		return this.sessions.issue(NewSession.of(user), mark).map(IssuedSession::token);
	}

	String sendCode(String phone) {
		CodeIssue asked = this.codes.issue(phone);
		if (asked instanceof CodeIssue.Issued issued) {
			send(phone, issued.code());
			return "sent";
		}
		return "wait " + ((CodeIssue.TooSoon) asked).retryAfter().toSeconds() + " seconds";
	}

	boolean loginByCode(String phone, String typed) {
		return this.codes.use(phone, typed).accepted();
	}

	OneTimeCodes undeclared() {
		return this.purposes.get("unlock", OneTimeCodeSettings.defaults().withLength(8));
	}

	private static boolean matches(String user, String password) {
		return user.length() == password.length();
	}

	private static void send(String phone, String code) {
		System.out.println(phone + code);
	}

}
