// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.time.LocalDateTime;
import java.util.List;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

import io.github.rediscomponents.sample.chat.ChatLines.StoredLine;

/**
 * Lines that a chat refused after their senders had stopped waiting for an answer. Each
 * is kept until its sender has seen that.
 */
@Repository
class RefusedLines {

	private static final int MOST = 20;

	private final JdbcClient jdbc;

	RefusedLines(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Keeps a line for its sender, once however often it is refused. */
	void add(StoredLine line) {
		try {
			this.jdbc.sql("INSERT INTO tb_chat_refusal (id, user_id, content, create_time) VALUES (?, ?, ?, ?)")
				.params(line.id(), line.userId(), line.content(), line.createTime())
				.update();
		}
		catch (DuplicateKeyException ex) {
			return;
		}
		List<RefusedLine> kept = of(line.userId(), MOST + 1);
		if (kept.size() > MOST) {
			this.jdbc.sql("DELETE FROM tb_chat_refusal WHERE user_id = ? AND id <= ?")
				.params(line.userId(), kept.get(MOST).id())
				.update();
		}
	}

	/** Returns the refused lines of a user, the newest first. */
	List<RefusedLine> of(long userId) {
		return of(userId, MOST);
	}

	private List<RefusedLine> of(long userId, int most) {
		return this.jdbc
			.sql("SELECT id, content AS text, create_time AS time FROM tb_chat_refusal WHERE user_id = ? "
					+ "ORDER BY id DESC LIMIT ?")
			.params(userId, most)
			.query(RefusedLine.class)
			.list();
	}

	/** Forgets a line that its sender has seen. */
	void delete(long userId, long id) {
		this.jdbc.sql("DELETE FROM tb_chat_refusal WHERE user_id = ? AND id = ?").params(userId, id).update();
	}

	/**
	 * A line that was not delivered.
	 *
	 * @param id id of the line
	 * @param text plain text
	 * @param time time of sending
	 */
	record RefusedLine(long id, String text, LocalDateTime time) {
	}

}
