// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.sample.web.User;
import io.github.rediscomponents.session.TokenSessions;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * Lets the database or Redis fail at one step of a login.
 */
public class FailingLogins {

	public static final AtomicReference<@Nullable RuntimeException> NO_DATABASE = new AtomicReference<>();

	public static final AtomicBoolean NO_TRANSACTION = new AtomicBoolean();

	public static final AtomicBoolean NO_SESSIONS = new AtomicBoolean();

	@Bean
	@Primary
	UserStore failingUserStore(JdbcClient jdbc) {
		return new UserStore(jdbc) {
			@Override
			Optional<User> find(Account account) {
				RuntimeException failure = NO_DATABASE.get();
				if (failure != null) {
					throw failure;
				}
				return super.find(account);
			}

			@Override
			long insert(Account account, String nickName) {
				if (NO_TRANSACTION.get()) {
					throw new CannotCreateTransactionException("away");
				}
				return super.insert(account, nickName);
			}
		};
	}

	@Bean
	@Primary
	LoginTokens failingLoginTokens(TokenSessions sessions) {
		return new LoginTokens(sessions) {
			@Override
			public String issue(User user) {
				if (NO_SESSIONS.get()) {
					throw new RedisUnavailableException("away", RedisUnavailableException.Outcome.UNKNOWN, null);
				}
				return super.issue(user);
			}
		};
	}

}
