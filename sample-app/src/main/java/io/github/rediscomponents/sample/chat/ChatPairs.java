// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.util.Optional;
import java.util.function.Function;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The chat of each pair of users, in the database.
 */
@Repository
class ChatPairs {

	private final JdbcClient jdbc;

	ChatPairs(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Notes a pair, unless it is noted. Called before the transaction that
	 * {@linkplain #lock locks} it.
	 */
	void note(ChatPair pair) {
		this.jdbc
			.sql("INSERT INTO tb_chat_pair (low_user, high_user) VALUES (?, ?) "
					+ "ON DUPLICATE KEY UPDATE low_user = low_user")
			.params(pair.low(), pair.high())
			.update();
	}

	/** Locks a noted pair until the transaction ends, and returns its chat. */
	Optional<String> lock(ChatPair pair) {
		return this.jdbc.sql("SELECT chat FROM tb_chat_pair WHERE low_user = ? AND high_user = ? FOR UPDATE")
			.params(pair.low(), pair.high())
			.query((row, number) -> Optional.ofNullable(row.getString(1)))
			.optional()
			.flatMap(Function.identity());
	}

	/** Locks the pair whose chat this is, if there is one. */
	void lock(String chat) {
		this.jdbc.sql("SELECT low_user FROM tb_chat_pair WHERE chat = ? FOR UPDATE")
			.param(chat)
			.query(Long.class)
			.list();
	}

	void set(ChatPair pair, String chat) {
		this.jdbc.sql("UPDATE tb_chat_pair SET chat = ? WHERE low_user = ? AND high_user = ?")
			.params(chat, pair.low(), pair.high())
			.update();
	}

	/** Lets the pair of a chat that has ended begin another one. */
	void forget(String chat) {
		this.jdbc.sql("UPDATE tb_chat_pair SET chat = NULL WHERE chat = ?").param(chat).update();
	}

}
