// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Instant;

/**
 * A message in a mailbox.
 *
 * @param id its number, greater than that of every message that came before
 * @param body the body
 * @param at when, by the server's clock, in milliseconds
 * @param <T> the type of the body
 * @since 1.0.0
 */
public record Mail<T>(long id, T body, Instant at) {
}
