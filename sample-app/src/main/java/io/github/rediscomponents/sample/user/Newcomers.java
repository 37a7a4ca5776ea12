// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.util.List;
import java.util.Objects;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.rediscomponents.sample.web.User;

/**
 * Creates users at their first login.
 */
@Service
class Newcomers {

	private final UserStore users;

	private final List<NewcomerListener> listeners;

	private final TransactionTemplate transaction;

	Newcomers(UserStore users, List<NewcomerListener> listeners, PlatformTransactionManager transactions) {
		this.users = users;
		this.listeners = listeners;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Finds the user of an account, and creates it at the first login. The unique account
	 * decides between logins that do so at the same time.
	 * @param account the account
	 * @param nickName the name of a new user
	 * @return the user
	 */
	User findOrCreate(Account account, String nickName) {
		return this.users.find(account).orElseGet(() -> {
			try {
				create(account, nickName).forEach(Runnable::run);
			}
			catch (DuplicateKeyException ex) {
				// Another login created the user first.
			}
			return this.users.find(account).orElseThrow();
		});
	}

	private List<Runnable> create(Account account, String nickName) {
		return Objects.requireNonNull(this.transaction.execute((status) -> {
			long id = this.users.insert(account, nickName);
			return this.listeners.stream().map((listener) -> listener.created(id)).toList();
		}));
	}

}
