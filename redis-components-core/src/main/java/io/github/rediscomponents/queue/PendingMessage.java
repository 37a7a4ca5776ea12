// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A message that was delivered and is not acknowledged.
 *
 * @param entryId its id in the stream
 * @param consumer the consumer that has it; empty if it waits for its back-off
 * @param idle how long ago it was delivered, or its lease was renewed, last
 * @param attempts how often it was delivered
 * @param retryAt when its back-off ends by the server's clock; empty if it is in work
 * @since 1.0.0
 */
public record PendingMessage(String entryId, Optional<String> consumer, Duration idle, int attempts,
		Optional<Instant> retryAt) {

}
