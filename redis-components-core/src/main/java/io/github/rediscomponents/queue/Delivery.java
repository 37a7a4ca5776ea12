package io.github.rediscomponents.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * A message as it comes to a handler.
 *
 * @param <T> the type of the messages
 */
public interface Delivery<T> {

	/**
	 * The message.
	 * @return never null
	 */
	T value();

	/**
	 * The entry of the stream that holds it; unique within the queue.
	 * @return never empty
	 */
	String entryId();

	/**
	 * The id that its publisher gave it.
	 * @return empty if it has none
	 */
	Optional<String> messageId();

	/**
	 * The how-manieth delivery this is.
	 * @return 1 for the first
	 */
	int attempt();

	/**
	 * Whether this is the last delivery: a failure sends it to the dead letters.
	 * @return whether there is none after it
	 */
	boolean isLastAttempt();

	/**
	 * When it came into the stream, by the server's clock.
	 * @return to the millisecond
	 */
	Instant publishedAt();

	/**
	 * Whether it is known to have been given to somebody else, because Redis could not be
	 * reached for longer than the visibility. What the handler does from then on may be
	 * done twice.
	 * @return whether the lease is lost
	 */
	boolean isLost();

}
