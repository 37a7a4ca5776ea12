// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

/**
 * Ends the logins of users that are no longer in the database.
 */
public interface GoneUsers {

	/**
	 * Ends all logins of a user that is no longer in the database.
	 * @param user the user of a login
	 * @return whether the user is gone
	 */
	boolean logOut(User user);

}
