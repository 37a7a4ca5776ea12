// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.idempotency;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Keys of requests and what these have created, in the database.
 */
@Repository
class CreationStore {

	private final JdbcClient jdbc;

	CreationStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Notes a key, unless it is noted. Called before the transaction that
	 * {@linkplain #lock locks} it: of those that wait for an insertion which is rolled
	 * back, all but one are victims of a deadlock.
	 */
	void note(long userId, String key) {
		this.jdbc
			.sql("INSERT INTO tb_creation (user_id, request_key, noted_at) VALUES (?, ?, ?) "
					+ "ON DUPLICATE KEY UPDATE target_id = target_id")
			.params(userId, key, System.currentTimeMillis())
			.update();
	}

	/**
	 * Locks a noted key until the transaction ends.
	 * @return what was created under the key; empty, and nothing locked, if the key was
	 * deleted since it was noted, as an instance does whose clock is ahead
	 */
	Optional<Stored> lock(long userId, String key) {
		return this.jdbc
			.sql("SELECT content_hash, target_id FROM tb_creation WHERE user_id = ? AND request_key = ? FOR UPDATE")
			.params(userId, key)
			.query((row, number) -> stored(row))
			.optional()
			.flatMap(Function.identity());
	}

	private static Optional<Stored> stored(ResultSet row) throws SQLException {
		String hash = row.getString("content_hash");
		return (hash != null) ? Optional.of(new Stored(hash, row.getLong("target_id"))) : Optional.empty();
	}

	/** Records what was created under a key. */
	void created(long userId, String key, String contentHash, long targetId) {
		this.jdbc
			.sql("INSERT INTO tb_creation (user_id, request_key, noted_at, content_hash, target_id) "
					+ "VALUES (?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE "
					+ "content_hash = VALUES(content_hash), target_id = VALUES(target_id)")
			.params(userId, key, System.currentTimeMillis(), contentHash, targetId)
			.update();
	}

	void deleteBefore(long millis) {
		this.jdbc.sql("DELETE FROM tb_creation WHERE noted_at < ?").param(millis).update();
	}

	/**
	 * What was created.
	 *
	 * @param contentHash hash of the request's content
	 * @param targetId id of what was created
	 */
	record Stored(String contentHash, long targetId) {
	}

}
