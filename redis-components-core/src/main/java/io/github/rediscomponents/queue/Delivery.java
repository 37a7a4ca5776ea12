// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A message that is leased to a handler.
 *
 * @param <T> the type of the messages
 * @since 1.0.0
 */
public interface Delivery<T> {

	/**
	 * Returns the message.
	 * @return never null
	 */
	T value();

	/**
	 * Returns the id of the stream entry that holds it, unique within the queue.
	 * @return never empty
	 */
	String entryId();

	/**
	 * Returns the id that its publisher gave it.
	 * @return empty if it has none
	 */
	Optional<String> messageId();

	/**
	 * Returns what went along with the message, such as the context of its publisher's
	 * trace. A task of a delay queue has none.
	 * @return names with values; empty for none
	 */
	default Map<String, String> headers() {
		return Map.of();
	}

	/**
	 * Returns the number of this delivery.
	 * @return 1 for the first
	 */
	int attempt();

	/**
	 * Returns whether this is the last attempt: a failure makes the message a dead
	 * letter.
	 * @return true if there is none after it
	 */
	boolean isLastAttempt();

	/**
	 * Returns when it came into the stream, by the server's clock.
	 * @return to the millisecond
	 */
	Instant publishedAt();

	/**
	 * Returns whether the lease is lost: Redis could not be reached for longer than the
	 * visibility, and another consumer got the message. The work of the handler from then
	 * on may be done twice.
	 * @return true if the lease is known to be lost
	 */
	boolean isLost();

}
