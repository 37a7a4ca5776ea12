// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.session;

import java.util.Optional;

/**
 * Accepts the tokens of both, for the releases between the two.
 */
public class BothLogins {

	private final BeforeLogin<?> old;

	private final AfterLogin ours;

	public BothLogins(BeforeLogin<?> old, AfterLogin ours) {
		this.old = old;
		this.ours = ours;
	}

	public Optional<String> user(String token) {
		Optional<String> user = this.ours.user(token);
		return user.isPresent() ? user : this.old.user(token);
	}

	public void logoutEverywhere(String user) {
		this.old.logoutEverywhere(user);
		this.ours.logoutEverywhere(user);
	}

}
