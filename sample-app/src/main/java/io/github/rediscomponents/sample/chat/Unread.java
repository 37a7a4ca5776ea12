// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

/**
 * A chat and the number of its unread messages.
 *
 * @param chat the chat
 * @param unread number of unread messages
 */
record Unread(String chat, long unread) {
}
