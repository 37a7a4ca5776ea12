// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import java.time.Duration;

/**
 * A running subscription of a topic. Instances are safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface TopicSubscription extends AutoCloseable {

	/**
	 * Waits until the subscription is in force for the first time: messages that are
	 * published afterwards reach it as long as the connection holds.
	 * @param timeout how long to wait
	 * @return whether it is in force
	 * @throws InterruptedException if the thread was interrupted
	 * @throws IllegalStateException if it is not in force yet and the calling thread
	 * serves connections of the client
	 */
	boolean awaitActive(Duration timeout) throws InterruptedException;

	/**
	 * Returns the number of messages handed to the handler, including those on which it
	 * failed.
	 * @return the number so far
	 */
	long handled();

	/**
	 * Returns the number of calls of the handler that threw.
	 * @return the number so far
	 */
	long failed();

	/**
	 * Returns the number of messages dropped because the buffer was full.
	 * @return the number so far
	 */
	long overflowed();

	/**
	 * Returns the number of messages that could not be read.
	 * @return the number so far
	 */
	long undecodable();

	/**
	 * Ends the subscription. No call of the handler begins afterwards; one that is under
	 * way goes on. Buffered messages are dropped. Closing again does nothing.
	 */
	@Override
	void close();

}
