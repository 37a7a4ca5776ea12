// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;

import io.github.rediscomponents.sample.web.User;

/**
 * Lines of chats in the database, and the line after which each later member reads.
 */
@Repository
class ChatLines {

	private static final String LINE = "SELECT id, chat, user_id AS userId, message_id AS messageId, content, "
			+ "create_time AS createTime, seq FROM tb_chat_line ";

	/**
	 * Lines of a chat that a member may read, with their senders. The order names the
	 * chat, which is the same in all, so that the index is read backwards and only as far
	 * as needed.
	 */
	static final String OF_CHAT = "SELECT l.id, l.chat, l.user_id, l.content, l.create_time, u.nick_name, u.icon "
			+ "FROM tb_chat_line l LEFT JOIN tb_user u ON u.id = l.user_id WHERE l.chat = ? AND l.id > COALESCE("
			+ "(SELECT m.after_line FROM tb_chat_member m WHERE m.chat = ? AND m.user_id = ?), 0) AND l.id < ? "
			+ "ORDER BY l.chat DESC, l.id DESC LIMIT ?";

	private static final int CHATS_OF_QUERY = 50;

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

	/** Records that Redis has a line. */
	void sent(long id, long seq) {
		this.jdbc.sql("UPDATE tb_chat_line SET seq = ? WHERE id = ?").params(seq, id).update();
	}

	/**
	 * Returns the lines of a chat before an id that a member may read, the newest first.
	 */
	List<Said> before(String chat, long userId, long before, int most) {
		return this.jdbc.sql(OF_CHAT).params(chat, chat, userId, before, most).query((row, number) -> said(row)).list();
	}

	/** Returns the last line of each chat that a user may read. */
	Map<String, Said> last(long userId, Collection<String> chats) {
		Map<String, Said> last = new HashMap<>();
		List<String> all = List.copyOf(chats);
		for (int i = 0; i < all.size(); i += CHATS_OF_QUERY) {
			List<String> some = all.subList(i, Math.min(all.size(), i + CHATS_OF_QUERY));
			this.jdbc.sql(String.join(" UNION ALL ", Collections.nCopies(some.size(), "(" + OF_CHAT + ")")))
				.params(some.stream()
					.flatMap((chat) -> Stream.<Object>of(chat, chat, userId, Long.MAX_VALUE, 1))
					.toList())
				.query((row) -> {
					last.put(row.getString("chat"), said(row));
				});
		}
		return last;
	}

	private static Said said(ResultSet row) throws SQLException {
		User from = new User(row.getLong("user_id"), Objects.requireNonNullElse(row.getString("nick_name"), ""),
				Objects.requireNonNullElse(row.getString("icon"), ""));
		return new Said(row.getLong("id"), from, row.getString("content"),
				row.getObject("create_time", LocalDateTime.class));
	}

	/** Lets a user that joins read what follows. */
	void join(String chat, long userId) {
		long last = this.jdbc.sql("SELECT id FROM tb_chat_line WHERE chat = ? ORDER BY chat DESC, id DESC LIMIT 1")
			.param(chat)
			.query(Long.class)
			.optional()
			.orElse(0L);
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

	/** Takes back {@link #join}. */
	void leave(String chat, long userId) {
		this.jdbc.sql("DELETE FROM tb_chat_member WHERE chat = ? AND user_id = ?").params(chat, userId).update();
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
	 * @param seq its number in the chat, null until it is sent
	 */
	record StoredLine(long id, String chat, long userId, String messageId, String content, LocalDateTime createTime,
			@Nullable Long seq) {
	}

}
