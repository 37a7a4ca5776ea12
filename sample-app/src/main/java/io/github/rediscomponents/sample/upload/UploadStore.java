package io.github.rediscomponents.sample.upload;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Who uploaded what, in the database.
 */
@Repository
class UploadStore {

	private final JdbcClient jdbc;

	UploadStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	void insert(String path, long userId) {
		this.jdbc.sql("INSERT INTO tb_upload (path, user_id, create_time) VALUES (?, ?, LOCALTIMESTAMP(3))")
			.params(path, userId)
			.update();
	}

	/** Whether a user had uploaded this; from now on nobody has. */
	boolean delete(String path, long userId) {
		return this.jdbc.sql("DELETE FROM tb_upload WHERE path = ? AND user_id = ?").params(path, userId).update() == 1;
	}

}
