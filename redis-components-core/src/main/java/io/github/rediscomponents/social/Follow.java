// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import io.github.rediscomponents.support.Checks;

/**
 * That a user follows another one.
 *
 * @param user the follower, 1 to 200 characters, without U+0000
 * @param followed the followed user, likewise
 * @since 1.0.0
 */
public record Follow(String user, String followed) {

	private static final int MAX_USER = 200;

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is empty or too long, or both are the same
	 */
	public Follow {
		user("user", user);
		user("followed", followed);
		Checks.isTrue(!user.equals(followed), "followed must not be the user");
	}

	static String user(String parameter, String user) {
		Checks.hasLength(parameter, user, MAX_USER);
		Checks.isTrue(user.indexOf('\0') < 0, parameter + " must not contain U+0000");
		return user;
	}

}
