// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.time.LocalDateTime;

import io.github.rediscomponents.sample.web.User;

/**
 * A line of a chat with its sender.
 *
 * @param id its id, which grows with the lines of a chat
 * @param from the sender
 * @param text plain text
 * @param time time of sending
 */
record Said(long id, User from, String text, LocalDateTime time) {
}
