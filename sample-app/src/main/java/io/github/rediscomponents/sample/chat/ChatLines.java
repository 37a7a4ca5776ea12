// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.time.LocalDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;

/**
 * Lines of chats in the database, and the line after which each later member reads.
 */
@Repository
class ChatLines {

	private static final String LINE = "SELECT id, chat, user_id AS userId, message_id AS messageId, content, "
			+ "create_time AS createTime FROM tb_chat_line ";

	private final JdbcClient jdbc;

	ChatLines(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Inserts a line.
	 * @throws DuplicateKeyException if the user has a line with this message id
	 */
	long insert(String chat, long userId, String messageId, String content, LocalDateTime time) {
		GeneratedKeyHolder key = new GeneratedKeyHolder();
		this.jdbc
			.sql("INSERT INTO tb_chat_line (chat, user_id, message_id, content, create_time) VALUES (?, ?, ?, ?, ?)")
			.params(chat, userId, messageId, content, time)
			.update(key, "id");
		return Objects.requireNonNull(key.getKeyAs(Number.class)).longValue();
	}

	Optional<StoredLine> find(long id) {
		return this.jdbc.sql(LINE + "WHERE id = ?").param(id).query(StoredLine.class).optional();
	}

	Optional<StoredLine> find(String chat, long userId, String messageId) {
		return this.jdbc.sql(LINE + "WHERE chat = ? AND user_id = ? AND message_id = ?")
			.params(chat, userId, messageId)
			.query(StoredLine.class)
			.optional();
	}

	/** Returns the lines of a chat between two ids, the newest first. */
	List<StoredLine> between(String chat, long after, long before, int most) {
		return this.jdbc.sql(LINE + "WHERE chat = ? AND id > ? AND id < ? ORDER BY id DESC LIMIT ?")
			.params(chat, after, before, most)
			.query(StoredLine.class)
			.list();
	}

	/** Returns the last line of each chat that a user may read. */
	List<StoredLine> last(long userId, Collection<String> chats) {
		if (chats.isEmpty()) {
			return List.of();
		}
		return this.jdbc
			.sql(LINE + "WHERE id IN (SELECT MAX(l.id) FROM tb_chat_line l LEFT JOIN tb_chat_member m "
					+ "ON m.chat = l.chat AND m.user_id = :user WHERE l.chat IN (:chats) "
					+ "AND l.id > COALESCE(m.after_line, 0) GROUP BY l.chat)")
			.param("user", userId)
			.param("chats", chats)
			.query(StoredLine.class)
			.list();
	}

	/** Returns the line after which a member reads, 0 for a first member. */
	long joinedAfter(String chat, long userId) {
		return this.jdbc.sql("SELECT after_line FROM tb_chat_member WHERE chat = ? AND user_id = ?")
			.params(chat, userId)
			.query(Long.class)
			.optional()
			.orElse(0L);
	}

	/** Lets a user that joins read what follows. */
	void join(String chat, long userId) {
		long last = this.jdbc.sql("SELECT COALESCE(MAX(id), 0) FROM tb_chat_line WHERE chat = ?")
			.param(chat)
			.query(Long.class)
			.single();
		if (move(chat, userId, last) == 0) {
			try {
				this.jdbc.sql("INSERT INTO tb_chat_member (chat, user_id, after_line) VALUES (?, ?, ?)")
					.params(chat, userId, last)
					.update();
			}
			catch (DuplicateKeyException ex) {
				// Added by two at the same time.
				move(chat, userId, last);
			}
		}
	}

	private int move(String chat, long userId, long last) {
		return this.jdbc.sql("UPDATE tb_chat_member SET after_line = ? WHERE chat = ? AND user_id = ?")
			.params(last, chat, userId)
			.update();
	}

	void delete(long id) {
		this.jdbc.sql("DELETE FROM tb_chat_line WHERE id = ?").param(id).update();
	}

	/** Deletes all of a chat that has ended. */
	void delete(String chat) {
		this.jdbc.sql("DELETE FROM tb_chat_line WHERE chat = ?").param(chat).update();
		this.jdbc.sql("DELETE FROM tb_chat_member WHERE chat = ?").param(chat).update();
	}

	/**
	 * A line.
	 *
	 * @param id grows with the lines of a chat
	 * @param chat the chat
	 * @param userId the sender
	 * @param messageId the sender's name of the message
	 * @param content plain text
	 * @param createTime time of sending
	 */
	record StoredLine(long id, String chat, long userId, String messageId, String content, LocalDateTime createTime) {
	}

}
