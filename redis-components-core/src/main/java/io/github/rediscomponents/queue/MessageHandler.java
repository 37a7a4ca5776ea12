// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

/**
 * Works on messages. Called by as many threads at once as the subscription's concurrency
 * allows.
 *
 * @param <T> the type of the messages
 * @since 1.0.0
 */
@FunctionalInterface
public interface MessageHandler<T> {

	/**
	 * Works on a message. It is acknowledged when this returns, delivered again after the
	 * back-off when this throws, until it was delivered as often as it may, and a dead
	 * letter at once when this throws {@link DeadLetterException}. A message can come
	 * again although this returned: when the process died or lost Redis for longer than
	 * the visibility before the acknowledgement.
	 * @param delivery the message
	 * @throws Exception if it failed
	 */
	void handle(Delivery<T> delivery) throws Exception;

}
