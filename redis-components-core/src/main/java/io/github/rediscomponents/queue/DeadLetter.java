// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A message that was given up.
 *
 * @param <T> the type of the messages
 * @since 1.0.0
 */
public interface DeadLetter<T> {

	/**
	 * Returns its id among the dead letters.
	 * @return never empty
	 */
	String id();

	/**
	 * Returns the id of the entry that held it in the queue.
	 * @return never empty
	 */
	String originalId();

	/**
	 * Returns the id that its publisher gave it.
	 * @return empty if it has none
	 */
	Optional<String> messageId();

	/**
	 * Returns the number of deliveries.
	 * @return 1 or more
	 */
	int deliveries();

	/**
	 * Returns the group of consumers that gave it up.
	 * @return never empty
	 */
	String group();

	/**
	 * Returns the consumer that had it last.
	 * @return never empty
	 */
	String consumer();

	/**
	 * Returns why it was given up.
	 * @return the last error
	 */
	String error();

	/**
	 * Returns its history, if the queue traces: when it was enqueued; each delivery with
	 * consumer and attempt, and its end; when it became a dead letter; all of that again
	 * after it was redriven. Each line begins with an instant by the server's clock. Of
	 * very long traces the oldest lines are missing.
	 * @return oldest first; empty if the queue does not trace
	 */
	List<String> trace();

	/**
	 * Returns when it came into the queue.
	 * @return by the server's clock
	 */
	Instant publishedAt();

	/**
	 * Returns when it was given up.
	 * @return by the server's clock
	 */
	Instant diedAt();

	/**
	 * Returns its bytes as they were published.
	 * @return a copy
	 */
	byte[] payload();

	/**
	 * Returns the message.
	 * @return empty if its bytes are not one of this type
	 */
	Optional<T> value();

}
