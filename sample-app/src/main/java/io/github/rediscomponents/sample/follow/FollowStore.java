// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.follow;

import java.util.List;

import io.github.rediscomponents.sample.user.FollowNumbers;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Follows of users in the database.
 */
@Repository
class FollowStore {

	private final JdbcClient jdbc;

	FollowStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Inserts a follow. Returns whether it is new. */
	boolean insert(long userId, long followedId) {
		if (exists(userId, followedId)) {
			return false;
		}
		try {
			this.jdbc.sql("INSERT INTO tb_follow (user_id, followed_id, create_time) VALUES (?, ?, LOCALTIMESTAMP(3))")
				.params(userId, followedId)
				.update();
			return true;
		}
		catch (DuplicateKeyException ex) {
			return false;
		}
	}

	/** Deletes a follow. Returns whether there was one. */
	boolean delete(long userId, long followedId) {
		return this.jdbc.sql("DELETE FROM tb_follow WHERE user_id = ? AND followed_id = ?")
			.params(userId, followedId)
			.update() == 1;
	}

	boolean exists(long userId, long followedId) {
		return count("user_id = ? AND followed_id = ?", userId, followedId) > 0;
	}

	FollowNumbers numbers(long userId) {
		return new FollowNumbers(count("followed_id = ?", userId), count("user_id = ?", userId));
	}

	private long count(String condition, Object... values) {
		return this.jdbc.sql("SELECT COUNT(*) FROM tb_follow WHERE " + condition)
			.params(values)
			.query(Long.class)
			.single();
	}

	/**
	 * Returns the users that two users follow, those that the first one followed last
	 * first.
	 */
	List<Long> common(long userId, long otherId, int most) {
		return this.jdbc
			.sql("SELECT a.followed_id FROM tb_follow a JOIN tb_follow b ON b.followed_id = a.followed_id "
					+ "WHERE a.user_id = ? AND b.user_id = ? ORDER BY a.id DESC LIMIT ?")
			.params(userId, otherId, most)
			.query(Long.class)
			.list();
	}

	/** Returns the users that a user follows, in the order of their ids. */
	List<Long> following(long userId, @Nullable Long after, int most) {
		return part("followed_id", "user_id", userId, after, most);
	}

	/** Returns the followers of a user, in the order of their ids. */
	List<Long> followers(long userId, @Nullable Long after, int most) {
		return part("user_id", "followed_id", userId, after, most);
	}

	private List<Long> part(String wanted, String given, long userId, @Nullable Long after, int most) {
		return this.jdbc
			.sql("SELECT " + wanted + " FROM tb_follow WHERE " + given + " = ? AND " + wanted + " > ? ORDER BY "
					+ wanted + " LIMIT ?")
			.params(userId, (after != null) ? after : 0L, most)
			.query(Long.class)
			.list();
	}

	/** Returns all followed users, in the order of their ids. */
	List<Long> allFollowed(long after, int most) {
		return all("followed_id", after, most);
	}

	/** Returns all followers, in the order of their ids. */
	List<Long> allFollowers(long after, int most) {
		return all("user_id", after, most);
	}

	private List<Long> all(String wanted, long after, int most) {
		return this.jdbc
			.sql("SELECT DISTINCT " + wanted + " FROM tb_follow WHERE " + wanted + " > ? ORDER BY " + wanted
					+ " LIMIT ?")
			.params(after, most)
			.query(Long.class)
			.list();
	}

}
