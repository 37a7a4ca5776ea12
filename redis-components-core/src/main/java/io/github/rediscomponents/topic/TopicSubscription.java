package io.github.rediscomponents.topic;

import java.time.Duration;

/**
 * A running subscription of a topic. Instances are safe for use by any number of threads.
 */
public interface TopicSubscription extends AutoCloseable {

	/**
	 * Waits until the subscription has come into force for the first time: what is
	 * published afterwards reaches it as long as the connection holds.
	 * @param timeout how long to wait
	 * @return whether it has
	 * @throws InterruptedException if the thread was interrupted
	 */
	boolean awaitActive(Duration timeout) throws InterruptedException;

	/**
	 * How many messages were handed to the handler, those included on which it failed.
	 * @return the number so far
	 */
	long handled();

	/**
	 * How many calls of the handler threw.
	 * @return the number so far
	 */
	long failed();

	/**
	 * How many messages were dropped because the buffer was full.
	 * @return the number so far
	 */
	long overflowed();

	/**
	 * How many messages could not be read.
	 * @return the number so far
	 */
	long undecodable();

	/**
	 * Ends the subscription. No call of the handler begins afterwards; one that is under
	 * way goes on. What is buffered is dropped. Closing again does nothing.
	 */
	@Override
	void close();

}
