// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Instant;

/**
 * A message of a chat.
 *
 * @param seq its number: one more than that of the message before
 * @param from the sender
 * @param body the body
 * @param at when, by the server's clock, in milliseconds
 * @param <T> the type of the body
 * @since 1.0.0
 */
public record ChatMessage<T>(long seq, String from, T body, Instant at) {
}
