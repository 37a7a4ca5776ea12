// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

import java.util.List;
import java.util.Objects;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;

/**
 * Recorded changes in the database that are not copied to Redis yet.
 */
@Repository
class UntoldStore {

	private final JdbcClient jdbc;

	UntoldStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	long insert(String kind, long userId, long targetId, long notedAt) {
		GeneratedKeyHolder key = new GeneratedKeyHolder();
		this.jdbc.sql("INSERT INTO tb_untold_change (kind, user_id, target_id, noted_at) VALUES (?, ?, ?, ?)")
			.params(kind, userId, targetId, notedAt)
			.update(key, "id");
		return Objects.requireNonNull(key.getKeyAs(Number.class)).longValue();
	}

	/** Returns the changes that were recorded before a time, after an id. */
	List<Change> notedBefore(long time, long after, int most) {
		return this.jdbc.sql(
				"SELECT id, kind, user_id AS userId, target_id AS targetId FROM tb_untold_change WHERE noted_at < ? AND id > ? "
						+ "ORDER BY id LIMIT ?")
			.params(time, after, most)
			.query(Change.class)
			.list();
	}

	void delete(long id) {
		this.jdbc.sql("DELETE FROM tb_untold_change WHERE id = ?").param(id).update();
	}

}
