// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

/**
 * The common operations of task, stream and delay queues. Messages are handled at least
 * once, tried again after a failure, and become dead letters after a number of attempts.
 *
 * @param <T> the type of the messages
 * @since 1.0.0
 */
public interface WorkQueue<T> {

	/**
	 * Works on messages until stopped. Their visibility is renewed while a handler runs.
	 * Returns at once, whether or not Redis can be reached. All subscriptions of this
	 * process to queues of one slot (without a cluster to all queues) with the same group
	 * share one connection.
	 * @param handler works on the messages
	 * @param options the concurrency, and the group of a stream queue
	 * @return the running subscription
	 * @throws IllegalArgumentException if a group other than the queue's own is given and
	 * messages leave the queue when they are {@linkplain TrimPolicy#ACKNOWLEDGED
	 * acknowledged}
	 */
	QueueSubscription subscribe(MessageHandler<? super T> handler, SubscribeOptions options);

	/**
	 * Counts the messages of the queue for its own group. One round trip.
	 * @return the numbers at one moment
	 */
	QueueStats stats();

	/**
	 * Returns the messages that were given up.
	 * @return a view
	 */
	DeadLetters<T> deadLetters();

	/**
	 * Removes every message, of all groups, including those that are being worked on:
	 * their handlers run to their end, and learn by {@link Delivery#isLost()} with the
	 * next heartbeat. Ids refuse no more. Dead letters and groups stay. Two round trips,
	 * O(messages), during which the server does nothing else.
	 * @return the number of messages removed
	 */
	long purge();

	/**
	 * Removes every key of the queue if it holds no message, waiting, pending or dead.
	 * Ids refuse no more. Stop the subscriptions first: a running one brings the empty
	 * stream back. Two round trips.
	 * @return true if the queue was removed or did not exist
	 */
	boolean retire();

	/**
	 * Returns the queue's name.
	 * @return never empty
	 */
	String name();

}
