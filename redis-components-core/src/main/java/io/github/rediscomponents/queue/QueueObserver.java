// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

/**
 * Observes the messages of the work queues of this process, for logs and meters. Called
 * on the thread of the event, often an I/O thread: must be quick, must not block and
 * should not throw (an exception is logged and dropped). Every method does nothing unless
 * it is overridden.
 *
 * @since 1.0.0
 */
public interface QueueObserver {

	/** Ignores everything. */
	QueueObserver NONE = new QueueObserver() {
	};

	/**
	 * Messages were published.
	 * @param queue which queue
	 * @param added how many were added
	 * @param duplicates how many were not, because of their id
	 */
	default void published(Source queue, int added, int duplicates) {
	}

	/**
	 * Messages were not published, because the queue is full.
	 * @param queue which queue
	 * @param messages how many
	 */
	default void refused(Source queue, int messages) {
	}

	/**
	 * A message was delivered to this process, for the first time or again.
	 * @param queue which queue
	 * @param group the group of consumers
	 */
	default void delivered(Source queue, String group) {
	}

	/**
	 * A handler has ended.
	 * @param queue which queue
	 * @param group the group of consumers
	 * @param nanos how long it ran
	 * @param failed whether it threw
	 */
	default void handled(Source queue, String group, long nanos, boolean failed) {
	}

	/**
	 * Deliveries were settled. A delivery is settled once at most; not at all if its
	 * process dies.
	 * @param queue which queue
	 * @param group the group of consumers
	 * @param settlement any but {@link Settlement#ALREADY_SETTLED}
	 * @param messages how many
	 */
	default void settled(Source queue, String group, Settlement settlement, int messages) {
	}

	/**
	 * The oldest dead letters were dropped, because there were more than the queue keeps.
	 * @param queue which queue
	 * @param letters how many
	 */
	default void dropped(Source queue, long letters) {
	}

	/**
	 * A group of consumers was removed, because it had no consumer for longer than the
	 * queue allows and its messages kept publishers from publishing.
	 * @param queue which queue
	 * @param group the group
	 */
	default void disbanded(Source queue, String group) {
	}

	/**
	 * Which queue.
	 *
	 * @param kind {@code stream}, {@code task}, {@code delay}
	 * @param name the queue's name, fit for a meter's tag as long as the application's
	 * are few
	 */
	record Source(String kind, String name) {

	}

}
