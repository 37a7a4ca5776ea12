// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import io.github.rediscomponents.sample.web.User;

/**
 * An order of a flash sale on its way from the decision to the database. It carries what
 * is shown of the buyer, so that no look-up is necessary.
 *
 * @param id the order's id
 * @param userId the id of the user
 * @param voucherId of what
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
