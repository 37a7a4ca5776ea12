// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.util.Set;
import java.util.stream.Collectors;

import io.github.rediscomponents.sample.web.Managers;
import io.github.rediscomponents.sample.web.User;
import org.springframework.stereotype.Component;

/**
 * The users with accounts in {@code city-guide.managers}; in a demo all users.
 */
@Component
class ConfiguredManagers implements Managers {

	private final ManagerProperties properties;

	private final Set<Account> accounts;

	private final UserStore users;

	ConfiguredManagers(ManagerProperties properties, UserStore users) {
		this.properties = properties;
		this.users = users;
		this.accounts = properties.accounts()
			.stream()
			.map((text) -> Account.parse(text.strip())
				.orElseThrow(() -> new IllegalArgumentException(
						"city-guide.managers.accounts has neither a phone number nor an e-mail address: " + text)))
			.collect(Collectors.toUnmodifiableSet());
	}

	@Override
	public boolean contain(User user) {
		return this.properties.everybody() || (!this.accounts.isEmpty()
				&& this.users.account(user.id()).filter(this.accounts::contains).isPresent());
	}

}
