// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.List;

/**
 * The messages of a chat that a member has not acknowledged.
 *
 * @param chat the name of the chat
 * @param messages the oldest of them, in the order in which they were sent, without those
 * that cannot be read
 * @param missed how many messages before the first that is left were dropped unread,
 * because the chat was longer than its cap
 * @param undecodable how many messages among these were left out because their bytes are
 * not a body of this type
 * @param upTo the number to acknowledge when these messages are handled; covers missed
 * and unreadable messages
 * @param unread how many messages there are in all that are not acknowledged, those
 * included that are the member's own, are not returned, were missed or cannot be read
 * @param <T> the type of the bodies
 * @since 1.0.0
 */
public record ChatMessages<T>(String chat, List<ChatMessage<T>> messages, long missed, int undecodable, long upTo,
		long unread) {

	/**
	 * Copies the list.
	 */
	public ChatMessages {
		messages = List.copyOf(messages);
	}

	/**
	 * Whether there are further messages.
	 * @return true if another fetch after acknowledging this finds something at once
	 */
	public boolean hasMore() {
		return this.unread > this.missed + this.messages.size() + this.undecodable;
	}

}
