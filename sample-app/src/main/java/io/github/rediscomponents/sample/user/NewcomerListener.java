// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

/**
 * Takes part in the creation of users.
 */
public interface NewcomerListener {

	/**
	 * Called in the transaction that creates a user.
	 * @param userId the new user
	 * @return work to be done right after the commit, which never fails
	 */
	Runnable created(long userId);

}
