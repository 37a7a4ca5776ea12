// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import io.github.rediscomponents.sample.web.User;

/**
 * An accepted order of a flash sale that is not in the database yet. Contains the
 * displayed data of the buyer, so that no look-up is necessary.
 *
 * @param id the order's id
 * @param userId the id of the user
 * @param voucherId the voucher
 * @param nickName the name that is shown
 * @param icon path of a picture, may be empty
 */
record SaleOrder(long id, long userId, long voucherId, String nickName, String icon) {

	static SaleOrder of(long id, long voucherId, User user) {
		return new SaleOrder(id, user.id(), voucherId, user.nickName(), user.icon());
	}

	User user() {
		return new User(this.userId, this.nickName, this.icon);
	}

}
