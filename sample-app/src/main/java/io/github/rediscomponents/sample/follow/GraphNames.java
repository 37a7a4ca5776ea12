// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.follow;

import java.util.Optional;

import io.github.rediscomponents.sample.web.Ids;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Names of users in the {@code FollowGraph} and the {@code Feed}: the beginning of the id
 * of the database and the id of the user. Follows of an earlier database do not apply to
 * users with the same ids.
 */
@Component
public class GraphNames {

	private static final int LENGTH = 8;

	private final String database;

	GraphNames(JdbcClient jdbc) {
		this.database = jdbc.sql("SELECT id FROM tb_city").query(String.class).single().substring(0, LENGTH) + ':';
	}

	/**
	 * Returns the name of a user.
	 * @param userId id of the user
	 * @return the name
	 */
	public String of(long userId) {
		return this.database + userId;
	}

	/**
	 * The user of a name.
	 * @param name one that {@link #of(long)} made
	 * @return the user's id
	 */
	long userId(String name) {
		return find(name).orElseThrow(() -> new IllegalArgumentException("No user of this database: " + name));
	}

	/**
	 * The user of a name.
	 * @param name any name
	 * @return the user's id, or empty if {@link #of(long)} did not make the name
	 */
	Optional<Long> find(String name) {
		return name.startsWith(this.database) ? Ids.parse(name.substring(this.database.length())) : Optional.empty();
	}

	/**
	 * Returns a name that belongs to no user.
	 * @param word distinguishes it from other such names
	 * @return the name
	 */
	String sign(String word) {
		return this.database + word;
	}

}
