package io.github.rediscomponents.sample.user;

import java.util.Optional;

import io.github.rediscomponents.sample.web.User;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Users in the database.
 */
@Repository
class UserStore {

	private final JdbcClient jdbc;

	UserStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	Optional<User> find(long id) {
		return this.jdbc.sql("SELECT id, nick_name, icon FROM tb_user WHERE id = ?")
			.param(id)
			.query(User.class)
			.optional();
	}

	Optional<UserInfo> findInfo(long userId) {
		return this.jdbc
			.sql("SELECT user_id, city, introduce, fans, followee, gender, birthday, credits, level "
					+ "FROM tb_user_info WHERE user_id = ?")
			.param(userId)
			.query(UserInfo.class)
			.optional();
	}

	/**
	 * Finds the user of an account, and creates it at the first login. The unique account
	 * decides between logins that do so at the same time.
	 */
	User findOrCreate(Account account, String nickName) {
		return find(account).orElseGet(() -> {
			try {
				this.jdbc.sql(
						"INSERT INTO tb_user (account, nick_name, icon, create_time) VALUES (?, ?, '', LOCALTIMESTAMP(3))")
					.params(account.text(), nickName)
					.update();
			}
			catch (DuplicateKeyException ex) {
				// Another login was first; its user is this one.
			}
			return find(account).orElseThrow();
		});
	}

	private Optional<User> find(Account account) {
		return this.jdbc.sql("SELECT id, nick_name, icon FROM tb_user WHERE account = ?")
			.param(account.text())
			.query(User.class)
			.optional();
	}

}
