// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import io.github.rediscomponents.sample.web.Refused;
import org.jspecify.annotations.Nullable;

/**
 * How a list of shops is ordered. Equal ones are ordered by id, so that pages join.
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
	 * Reads the word of a request.
	 * @param word the word, or nothing
	 * @return the order
	 * @throws Refused if the word is none of those that are known
	 */
	static ShopOrder of(@Nullable String word) {
		if (word == null || word.isEmpty()) {
			return ID;
		}
		return switch (word) {
			case "comments" -> COMMENTS;
			case "score" -> SCORE;
			default -> throw new Refused("sortBy can be comments or score.");
		};
	}

}
