// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.SendResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.rediscomponents.sample.chat.ChatLines.StoredLine;
import io.github.rediscomponents.sample.upkeep.Teller;

/**
 * Sends stored lines to the members of their chats. A line keeps its message id, and the
 * number that it was sent under, so it is sent once however often it is tried. A line
 * that the chat refuses, because its sender was removed meanwhile, remains in the
 * history, because it may have been sent before, and its sender is told. If nobody is in
 * the chat the line does not remain. Other lines do: the chat has ended, or Redis has
 * lost it.
 */
@Component
class ChatTeller implements Teller {

	private static final Logger log = LoggerFactory.getLogger(ChatTeller.class);

	static final String KIND = "chat-line";

	private final GroupChat<Line> chats;

	private final ChatLines lines;

	private final RefusedLines refused;

	private final TransactionTemplate transaction;

	ChatTeller(GroupChats chats, ChatLines lines, RefusedLines refused, PlatformTransactionManager transactions) {
		this.chats = chats.get(Line.class);
		this.lines = lines;
		this.refused = refused;
		this.transaction = new TransactionTemplate(transactions);
	}

	@Override
	public String kind() {
		return KIND;
	}

	@Override
	public void tell(long userId, long lineId) {
		this.lines.find(lineId).ifPresent((line) -> {
			if (!sendOnce(line).isSent()) {
				log.info("Chat {} no longer takes line {} of user {}", line.chat(), lineId, userId);
				boolean ended = this.chats.members(line.chat()).isEmpty();
				this.transaction.executeWithoutResult((status) -> refuse(line, ended));
			}
		});
	}

	private void refuse(StoredLine line, boolean ended) {
		this.refused.add(line);
		if (ended) {
			this.lines.delete(line.id());
		}
	}

	/** Sends a line that may have been sent, and records that it is. */
	SendResult sendOnce(StoredLine line) {
		if (line.seq() != null) {
			return new SendResult.Sent(line.seq(), true);
		}
		SendResult result = send(line);
		if (result instanceof SendResult.Sent sent) {
			this.lines.sent(line.id(), sent.seq());
		}
		return result;
	}

	/** Sends a line, which the caller records. */
	SendResult send(StoredLine line) {
		String sender = Long.toString(line.userId());
		return this.chats.send(line.chat(), sender, new Line(line.content(), line.id()),
				sender + ":" + line.messageId());
	}

}
