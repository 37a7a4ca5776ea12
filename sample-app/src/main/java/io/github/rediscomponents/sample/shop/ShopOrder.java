// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import io.github.rediscomponents.sample.web.Refused;
import org.jspecify.annotations.Nullable;

/**
 * The order of a list of shops. Equal ones are ordered by id, so that pages neither
 * repeat nor miss a shop.
 */
enum ShopOrder {

	ID("id"), COMMENTS("comments DESC, id"), SCORE("score DESC, id");

	private final String sql;

	ShopOrder(String sql) {
		this.sql = sql;
	}

	String sql() {
		return this.sql;
	}

	/**
	 * Parses the parameter of a request.
	 * @param word the parameter, may be absent
	 * @return the order
	 * @throws Refused if the value is unknown
	 */
	static ShopOrder of(@Nullable String word) {
		if (word == null || word.isEmpty()) {
			return ID;
		}
		return switch (word) {
			case "comments" -> COMMENTS;
			case "score" -> SCORE;
			default -> throw new Refused("shop.sort");
		};
	}

}
