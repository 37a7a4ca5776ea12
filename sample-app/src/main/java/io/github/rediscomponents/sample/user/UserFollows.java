// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

/**
 * Knows how many follow a user.
 */
public interface UserFollows {

	/**
	 * Counts those who follow a user and whom he follows.
	 * @param userId the id of the user
	 * @return the numbers
	 */
	FollowNumbers numbers(long userId);

}
