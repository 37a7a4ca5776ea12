// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.time.LocalDate;

import org.jspecify.annotations.Nullable;

/**
 * The profile of a user, and the numbers of follows.
 */
record UserInfo(long userId, @Nullable String city, @Nullable String introduce, long fans, long followee,
		@Nullable Boolean gender, @Nullable LocalDate birthday, int credits, int level) {

	/** Returns an empty profile. */
	static UserInfo untold(long userId) {
		return new UserInfo(userId, null, null, 0, 0, null, null, 0, 0);
	}

	UserInfo with(FollowNumbers numbers) {
		return new UserInfo(this.userId, this.city, this.introduce, numbers.fans(), numbers.followee(), this.gender,
				this.birthday, this.credits, this.level);
	}

}
