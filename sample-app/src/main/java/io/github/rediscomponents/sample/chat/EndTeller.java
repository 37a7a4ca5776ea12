// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChats;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.rediscomponents.sample.upkeep.Teller;

/**
 * Deletes the lines of a chat that its last member has left. The two parts of a change
 * are those of the name of the chat.
 */
@Component
class EndTeller implements Teller {

	static final String KIND = "chat-end";

	private final GroupChat<Line> chats;

	private final ChatLines lines;

	private final ChatPairs pairs;

	private final TransactionTemplate transaction;

	EndTeller(GroupChats chats, ChatLines lines, ChatPairs pairs, PlatformTransactionManager transactions) {
		this.chats = chats.get(Line.class);
		this.lines = lines;
		this.pairs = pairs;
		this.transaction = new TransactionTemplate(transactions);
	}

	@Override
	public String kind() {
		return KIND;
	}

	@Override
	public void tell(long creator, long number) {
		String chat = creator + "-" + number;
		this.transaction.executeWithoutResult((status) -> {
			this.pairs.lock(chat);
			if (this.chats.members(chat).isEmpty()) {
				this.lines.delete(chat);
				this.pairs.forget(chat);
			}
		});
	}

}
