package io.github.rediscomponents.messaging;

import java.time.Instant;

/**
 * A message of a chat.
 *
 * @param seq its number: one more than that of the message before
 * @param from who sent it
 * @param body what was sent
 * @param at when, by the server's clock, in milliseconds
 * @param <T> the type of the body
 */
public record ChatMessage<T>(long seq, String from, T body, Instant at) {
}
