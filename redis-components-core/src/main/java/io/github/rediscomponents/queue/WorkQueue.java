// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;

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
	 * Pauses the queue, for all groups and processes, until {@link #resume}. Handlers run
	 * to their end and settle; messages may still be published. From the return of this
	 * call on a server hands no message to a poll or a retry. A handler may begin until
	 * its process has learned of the pause: with its next read, within about a second
	 * otherwise. Messages that a process holds ready by then, or that a waiting read
	 * brings, go back without a delivery being counted. A delay queue hands no task over
	 * that is due; tasks that wait can be cancelled and rescheduled.
	 *
	 * <p>
	 * The pause is a key of the queue without a time to live: it survives restarts of all
	 * processes, and {@link #purge}. If the key is lost, by eviction or a failover, the
	 * queue is not paused. Processes with a release before this method ignore it. One
	 * round trip.
	 * @return true if that paused the queue; false if it was paused before, or if the
	 * driver repeated the call after a lost reply
	 */
	boolean pause();

	/**
	 * Ends a {@linkplain #pause pause}. Each process learns of it within about a second.
	 * One round trip.
	 * @return true if that resumed the queue; false if it was not paused, or if the
	 * driver repeated the call after a lost reply
	 */
	boolean resume();

	/**
	 * Returns whether the queue is {@linkplain #pause paused}. One round trip.
	 * @return whether it is
	 */
	boolean isPaused();

	/**
	 * Returns messages of the queue's own group that are being worked on or wait for
	 * their back-off, the oldest first. Each that is pending all the time is there once,
	 * even under changes. One round trip, O(log N + n).
	 * @param cursor {@link Page#next()} of the page before; null for the first one
	 * @param size the maximum number, 1 to 1000
	 * @return the page
	 * @throws IllegalArgumentException if the cursor is none; nothing was sent
	 */
	Page<PendingMessage> pending(@Nullable String cursor, int size);

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
