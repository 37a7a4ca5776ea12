// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;

/**
 * A running subscription. It survives failing handlers, lost connections, restarts and
 * failovers of the server, and the loss of all data, until it is stopped.
 *
 * @since 1.0.0
 */
public interface QueueSubscription extends AutoCloseable {

	/**
	 * Stops: reads no more, returns messages that no handler has started, waits for the
	 * running handlers, and acknowledges. Handlers that still run after the time go on,
	 * without heartbeats, and can still be acknowledged until another consumer gets their
	 * message. A handler that stops its own subscription is not waited for. A thread that
	 * serves connections of the client does not wait.
	 * @param patience how long to wait, zero or more
	 * @return whether everything was finished and acknowledged in time
	 */
	boolean stop(Duration patience);

	/** Stops, and waits for at most ten seconds. */
	@Override
	default void close() {
		stop(Duration.ofSeconds(10));
	}

	/**
	 * Returns whether it has not been stopped.
	 * @return false from the first call of {@link #stop} on
	 */
	boolean isRunning();

}
