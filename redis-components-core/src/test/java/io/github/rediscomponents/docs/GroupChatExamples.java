// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.messaging.ChatMessages;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.LeaveResult;
import io.github.rediscomponents.messaging.SendResult;

/**
 * The code of the page about group chats.
 */
class GroupChatExamples {

	record Line(String text) {
	}

	static class Chatting {

		private final List<String> shown = new ArrayList<>();

		private final GroupChat<Line> chats;

		Chatting(GroupChats groupChats) {
			this.chats = groupChats.get(Line.class);
		}

		void begin() {
			this.chats.create("trip", List.of("anna", "ben"));
			this.chats.join("trip", "carl"); // sees what follows
		}

		boolean say(String user, String text, String messageId) {
			return this.chats.send("trip", user, new Line(text), messageId).isSent();
		}

		void read(String user) {
			for (ChatMessages<Line> waiting : this.chats.fetch(user, 50)) {
				if (waiting.missed() > 0) {
					show(waiting.chat() + ": you missed " + waiting.missed() + " messages");
				}
				waiting.messages().forEach((message) -> show(message.from() + ": " + message.body().text()));
				this.chats.acknowledge(waiting.chat(), user, waiting.upTo());
			}
		}

		Map<String, Long> badges(String user) {
			return this.chats.unread(user);
		}

		private void show(String line) {
			this.shown.add(line);
		}

	}

	String results(GroupChat<Line> chats) {
		SendResult result = chats.send("trip", "dora", new Line("hello"));
		String described = (result instanceof SendResult.Sent sent) ? "number " + sent.seq() : "not sent: " + result;
		LeaveResult left = chats.leave("trip", "dora"); // NOT_MEMBER
		return described + left;
	}

}
