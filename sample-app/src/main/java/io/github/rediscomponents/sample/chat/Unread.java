// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

/**
 * A chat and how much waits in it.
 *
 * @param chat the chat
 * @param unread how many messages
 */
record Unread(String chat, long unread) {
}
