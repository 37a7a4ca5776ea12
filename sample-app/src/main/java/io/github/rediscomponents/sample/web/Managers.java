// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

/**
 * Knows who may change shops, vouchers and sales.
 */
public interface Managers {

	/**
	 * Whether a user may.
	 * @param user who is logged in
	 * @return true if so
	 */
	boolean contain(User user);

}
