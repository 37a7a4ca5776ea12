// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

/**
 * The users who may change shops, vouchers and sales.
 */
public interface Managers {

	/**
	 * Returns whether a user is a manager.
	 * @param user the logged-in user
	 * @return true if the user is a manager
	 */
	boolean contain(User user);

}
