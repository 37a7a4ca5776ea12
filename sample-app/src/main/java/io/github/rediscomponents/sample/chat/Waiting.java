// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.time.LocalDateTime;
import java.util.List;

import io.github.rediscomponents.sample.web.User;

/**
 * What a member of a chat has not read.
 *
 * @param chat the chat
 * @param messages the oldest of them
 * @param missed how many were dropped unread before these
 * @param unread how many there are in all
 * @param upTo the number to tell when these are read
 */
record Waiting(String chat, List<Message> messages, long missed, long unread, long upTo) {

	/**
	 * A message.
	 *
	 * @param seq its number in the chat
	 * @param from who sent it
	 * @param text plain text
	 * @param time when
	 */
	record Message(long seq, User from, String text, LocalDateTime time) {
	}

}
