// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

/**
 * Observes the topics of this process, for logs and meters. Called on the thread of the
 * event, often an I/O thread: must be quick, must not block and should not throw (an
 * exception is logged and dropped). Every method does nothing unless it is overridden.
 *
 * @since 1.0.0
 */
public interface TopicObserver {

	/** Ignores everything. */
	TopicObserver NONE = new TopicObserver() {
	};

	/**
	 * A message was published.
	 * @param topic the topic's name
	 */
	default void published(String topic) {
	}

	/**
	 * A message came for a subscription: it will be handed over or is dropped.
	 * @param topic the topic's name
	 */
	default void received(String topic) {
	}

	/**
	 * A message was dropped, because the buffer of its subscription was full.
	 * @param topic the topic's name
	 */
	default void dropped(String topic) {
	}

	/**
	 * A subscription is in force again after the connection was lost: messages may have
	 * been missed.
	 * @param topic the topic's name
	 */
	default void reconnected(String topic) {
	}

	/**
	 * A handler has ended, of a message only.
	 * @param topic the topic's name
	 * @param nanos how long it ran
	 * @param failed whether it threw
	 */
	default void handled(String topic, long nanos, boolean failed) {
	}

	/**
	 * A message could not be read.
	 * @param topic the topic's name
	 */
	default void undecodable(String topic) {
	}

}
