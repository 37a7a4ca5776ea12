// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;

/**
 * Users in the database.
 */
@Repository
public class UserStore {

	private final JdbcClient jdbc;

	UserStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	Optional<User> find(long id) {
		return this.jdbc.sql("SELECT id, nick_name AS nickName, icon FROM tb_user WHERE id = ?")
			.param(id)
			.query(User.class)
			.optional();
	}

	/**
	 * Finds a user, and locks the row until the transaction ends.
	 * @param id the id of the user
	 * @return the user
	 */
	Optional<User> lock(long id) {
		return this.jdbc.sql("SELECT id, nick_name AS nickName, icon FROM tb_user WHERE id = ? FOR UPDATE")
			.param(id)
			.query(User.class)
			.optional();
	}

	void save(User user) {
		this.jdbc.sql("UPDATE tb_user SET nick_name = ?, icon = ? WHERE id = ?")
			.params(user.nickName(), user.icon(), user.id())
			.update();
	}

	/** Inserts or updates a profile. The row of its user has to be locked. */
	void save(UserInfo info) {
		List<@Nullable Object> values = new ArrayList<>();
		values.add(info.city());
		values.add(info.introduce());
		values.add((info.gender() != null) ? (info.gender() ? 1 : 0) : null);
		values.add(info.birthday());
		values.add(info.userId());
		int updated = this.jdbc
			.sql("UPDATE tb_user_info SET city = ?, introduce = ?, gender = ?, birthday = ? WHERE user_id = ?")
			.params(values)
			.update();
		if (updated == 0) {
			this.jdbc.sql(
					"INSERT INTO tb_user_info (city, introduce, gender, birthday, user_id, fans, followee, credits, level) "
							+ "VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0)")
				.params(values)
				.update();
		}
	}

	/**
	 * Finds users.
	 * @param ids ids of the users
	 * @return the existing users, in the order of the ids
	 */
	public List<User> findAll(Collection<Long> ids) {
		if (ids.isEmpty()) {
			return List.of();
		}
		Map<Long, User> found = new HashMap<>();
		this.jdbc.sql("SELECT id, nick_name AS nickName, icon FROM tb_user WHERE id IN (:ids)")
			.param("ids", ids)
			.query(User.class)
			.list()
			.forEach((user) -> found.put(user.id(), user));
		return ids.stream().map(found::get).filter(Objects::nonNull).toList();
	}

	/**
	 * Returns all users, in the order of their ids.
	 * @param after the last id of the previous part
	 * @param most the most ids
	 * @return their ids
	 */
	public List<Long> ids(long after, int most) {
		return this.jdbc.sql("SELECT id FROM tb_user WHERE id > ? ORDER BY id LIMIT ?")
			.params(after, most)
			.query(Long.class)
			.list();
	}

	Optional<UserInfo> findInfo(long userId) {
		return this.jdbc
			.sql("SELECT user_id AS userId, city, introduce, fans, followee, gender, birthday, credits, level "
					+ "FROM tb_user_info WHERE user_id = ?")
			.param(userId)
			.query(UserInfo.class)
			.optional();
	}

	/**
	 * Inserts a user.
	 * @return its id
	 * @throws DuplicateKeyException if the account has a user
	 */
	long insert(Account account, String nickName) {
		GeneratedKeyHolder key = new GeneratedKeyHolder();
		this.jdbc
			.sql("INSERT INTO tb_user (account, nick_name, icon, create_time) VALUES (?, ?, '', LOCALTIMESTAMP(3))")
			.params(account.text(), nickName)
			.update(key, "id");
		return Objects.requireNonNull(key.getKeyAs(Number.class)).longValue();
	}

	Optional<Account> account(long id) {
		return this.jdbc.sql("SELECT account FROM tb_user WHERE id = ?")
			.param(id)
			.query(String.class)
			.optional()
			.map(Account::new);
	}

	Optional<User> find(Account account) {
		return this.jdbc.sql("SELECT id, nick_name AS nickName, icon FROM tb_user WHERE account = ?")
			.param(account.text())
			.query(User.class)
			.optional();
	}

}
