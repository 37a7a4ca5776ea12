// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import io.github.rediscomponents.queue.Delivery;

/**
 * Calls listeners with the messages that are delivered to them.
 */
@FunctionalInterface
interface ListenerCalls {

	/** Adds nothing. */
	ListenerCalls PLAIN = QueueListenerEndpoint::handle;

	/**
	 * Calls a listener once.
	 * @throws Exception what the listener throws
	 */
	void handle(QueueListenerEndpoint listener, Delivery<Object> delivery) throws Exception;

}
