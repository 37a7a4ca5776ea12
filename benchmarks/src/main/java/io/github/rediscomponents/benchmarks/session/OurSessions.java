// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.session;

import java.util.List;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.session.TokenSessionSettings;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link TokenSessions}, renewed at half as by default, or with each touch.
 */
final class OurSessions implements SessionContender {

	private final String name;

	private final TokenSessions sessions;

	OurSessions(String name, CommandPort port, double renewBelow) {
		this.name = name;
		this.sessions = TokenSessions.create(port, new KeySpace("ours" + renewBelow),
				new LiveSettings<>(TokenSessionSettings.defaults().withRenewBelow(renewBelow)), SessionObserver.NONE);
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public String create(String user) {
		return this.sessions.issue(NewSession.of(user).withAttribute("role", "customer")).token();
	}

	@Override
	public void touch(String token) {
		this.sessions.touch(token).orElseThrow();
	}

	@Override
	public int find(String user) {
		return this.sessions.sessions(user).size();
	}

	@Override
	public void revokeAll(String user, List<String> tokens) {
		this.sessions.revokeAll(user);
	}

}
