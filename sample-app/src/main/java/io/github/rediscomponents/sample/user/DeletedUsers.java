// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.web.GoneUsers;
import io.github.rediscomponents.sample.web.User;
import io.github.rediscomponents.session.TokenSessions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Looks users up in the database. A login does not, because its session contains its
 * user.
 */
@Component
class DeletedUsers implements GoneUsers {

	private static final Logger log = LoggerFactory.getLogger(DeletedUsers.class);

	private final UserStore users;

	private final TokenSessions sessions;

	DeletedUsers(UserStore users, TokenSessions sessions) {
		this.users = users;
		this.sessions = sessions;
	}

	@Override
	public boolean logOut(User user) {
		if (this.users.find(user.id()).isPresent()) {
			return false;
		}
		try {
			this.sessions.revokeAll(String.valueOf(user.id()));
		}
		catch (RedisComponentsException ex) {
			log.debug("Cannot end the logins of a deleted user", ex);
		}
		return true;
	}

}
