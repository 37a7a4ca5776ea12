// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.sample.web.User;
import io.github.rediscomponents.session.TokenSessions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Lets the database or Redis fail at one step of a login.
 */
public class FailingLogins {

	public static final AtomicBoolean NO_DATABASE = new AtomicBoolean();

	public static final AtomicBoolean NO_SESSIONS = new AtomicBoolean();

	@Bean
	@Primary
	UserStore failingUserStore(JdbcClient jdbc) {
		return new UserStore(jdbc) {
			@Override
			Optional<User> find(Account account) {
				if (NO_DATABASE.get()) {
					throw new DataAccessResourceFailureException("away");
				}
				return super.find(account);
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
