// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.SendResult;
import org.springframework.stereotype.Component;

import io.github.rediscomponents.sample.chat.ChatLines.StoredLine;
import io.github.rediscomponents.sample.upkeep.Teller;

/**
 * Sends stored lines to the members of their chats. A line keeps its message id, so it is
 * sent once however often it is tried.
 */
@Component
class ChatTeller implements Teller {

	static final String KIND = "chat-line";

	private final GroupChat<Line> chats;

	private final ChatLines lines;

	ChatTeller(GroupChats chats, ChatLines lines) {
		this.chats = chats.get(Line.class);
		this.lines = lines;
	}

	@Override
	public String kind() {
		return KIND;
	}

	@Override
	public void tell(long userId, long lineId) {
		this.lines.find(lineId).ifPresent(this::send);
	}

	SendResult send(StoredLine line) {
		String sender = Long.toString(line.userId());
		return this.chats.send(line.chat(), sender, new Line(line.content(), line.id()),
				sender + ":" + line.messageId());
	}

}
