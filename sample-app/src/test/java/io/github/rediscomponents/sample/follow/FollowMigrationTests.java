// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.follow;

import javax.sql.DataSource;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A database of an earlier release, which kept the follows of deleted users.
 */
class FollowMigrationTests {

	private final DataSource database = new SimpleDriverDataSource(new org.h2.Driver(),
			"jdbc:h2:mem:earlier-follows;MODE=MySQL;DB_CLOSE_DELAY=-1");

	private final JdbcClient jdbc = JdbcClient.create(this.database);

	@AfterEach
	void shutdown() {
		this.jdbc.sql("SHUTDOWN").update();
	}

	@Test
	void followsOfDeletedUsersGo() {
		flyway().target("16").load().migrate();
		for (int id = 1; id <= 2; id++) {
			this.jdbc
				.sql("INSERT INTO tb_user (id, account, nick_name, icon, create_time) "
						+ "VALUES (?, ?, '', '', LOCALTIMESTAMP(3))")
				.params(id, "account" + id)
				.update();
		}
		this.jdbc
			.sql("INSERT INTO tb_follow (user_id, followed_id, create_time) VALUES (1, 2, LOCALTIMESTAMP(3)), "
					+ "(1, 9, LOCALTIMESTAMP(3)), (9, 2, LOCALTIMESTAMP(3)), (8, 9, LOCALTIMESTAMP(3))")
			.update();
		flyway().load().migrate();
		assertThat(this.jdbc.sql("SELECT CONCAT(user_id, '-', followed_id) FROM tb_follow").query(String.class).list())
			.containsExactly("1-2");
	}

	private FluentConfiguration flyway() {
		return Flyway.configure().dataSource(this.database).locations("classpath:db/migration");
	}

}
