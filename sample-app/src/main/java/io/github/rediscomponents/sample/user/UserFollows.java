// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

/**
 * Provides the numbers of follows of users.
 */
public interface UserFollows {

	/**
	 * Counts the followers and the followed users of a user.
	 * @param userId the id of the user
	 * @return the numbers
	 */
	FollowNumbers numbers(long userId);

}
