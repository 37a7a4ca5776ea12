// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.time.LocalDateTime;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.sample.web.User;

/**
 * The messages of a chat that a member has not read.
 *
 * @param chat the chat
 * @param messages the oldest unread messages
 * @param missed number of messages that were dropped unread before these
 * @param unread number of all messages that wait, own ones included
 * @param upTo number to acknowledge when these are read
 */
record Waiting(String chat, List<Message> messages, long missed, long unread, long upTo) {

	/**
	 * A message.
	 *
	 * @param seq its number in the chat
	 * @param id its id among the lines of the chat
	 * @param from the sender
	 * @param text plain text
	 * @param time time of sending
	 */
	record Message(long seq, @Nullable Long id, User from, String text, LocalDateTime time) {
	}

}
