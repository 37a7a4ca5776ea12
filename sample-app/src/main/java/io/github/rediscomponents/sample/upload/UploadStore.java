// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upload;

import java.util.Collection;
import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Uploads and their owners in the database.
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

	/** Marks pictures of a user for deletion. Ignores pictures of others. */
	void discard(Collection<String> paths, long userId) {
		if (!paths.isEmpty()) {
			this.jdbc.sql("UPDATE tb_upload SET discarded = 1 WHERE path IN (:paths) AND user_id = :user")
				.param("paths", paths)
				.param("user", userId)
				.update();
		}
	}

	List<String> discarded(String after, int most) {
		return this.jdbc.sql("SELECT path FROM tb_upload WHERE discarded = 1 AND path > ? ORDER BY path LIMIT ?")
			.params(after, most)
			.query(String.class)
			.list();
	}

	void delete(String path) {
		this.jdbc.sql("DELETE FROM tb_upload WHERE path = ?").param(path).update();
	}

	/** Deletes the record of an upload. Returns whether the user had uploaded it. */
	boolean delete(String path, long userId) {
		return this.jdbc.sql("DELETE FROM tb_upload WHERE path = ? AND user_id = ?").params(path, userId).update() == 1;
	}

}
