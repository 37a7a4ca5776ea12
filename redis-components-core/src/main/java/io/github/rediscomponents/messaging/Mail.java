package io.github.rediscomponents.messaging;

import java.time.Instant;

/**
 * A message in a mailbox.
 *
 * @param id its number, greater than that of every message that came before
 * @param body what was sent
 * @param at when, by the server's clock, in milliseconds
 * @param <T> the type of the body
 */
public record Mail<T>(long id, T body, Instant at) {
}
