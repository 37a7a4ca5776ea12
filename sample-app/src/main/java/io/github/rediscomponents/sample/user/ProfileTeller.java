// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.sample.upkeep.OrderedTeller;
import org.springframework.stereotype.Component;

/**
 * Copies name and picture of a user from the database to all logins of the user.
 */
@Component
class ProfileTeller extends OrderedTeller {

	static final String KIND = "profile";

	private final UserStore users;

	private final LoginTokens tokens;

	ProfileTeller(UserStore users, LoginTokens tokens, DistributedLock lock) {
		super(KIND, lock);
		this.users = users;
		this.tokens = tokens;
	}

	@Override
	public void tell(long userId, long targetId) throws InterruptedException {
		inOrder("profile:" + userId, () -> this.users.find(userId).ifPresent(this.tokens::show));
	}

}
