// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import org.jspecify.annotations.Nullable;

/**
 * A chat and the number of its unread messages.
 *
 * @param chat the chat
 * @param unread number of unread messages of others
 * @param last its last message, if that was requested and there is one
 */
record Unread(String chat, long unread, @Nullable Said last) {
}
