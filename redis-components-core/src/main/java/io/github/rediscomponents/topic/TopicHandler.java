// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import io.github.rediscomponents.codec.CodecException;

/**
 * Handles the messages of a subscription. Called on worker threads, with one call at a
 * time for each subscription, and may block: further messages are buffered. A call that
 * throws is logged and counted, and the next message follows.
 *
 * @param <T> the type of the messages
 * @since 1.0.0
 */
@FunctionalInterface
public interface TopicHandler<T> {

	/**
	 * A message came.
	 * @param message the message
	 */
	void message(T message);

	/**
	 * Messages were or may have been missed. Called before the next message that is
	 * handed over; those that were buffered when it happened may come after it.
	 * @param missed the known facts
	 */
	default void missed(Missed missed) {
	}

	/**
	 * Something came that is not a message of this type.
	 * @param message its bytes
	 * @param cause why it cannot be read
	 */
	default void undecodable(byte[] message, CodecException cause) {
	}

	/**
	 * The known facts about missed messages.
	 *
	 * @param reason why
	 * @param messages how many; 0 if that is unknown, perhaps none
	 */
	record Missed(Reason reason, long messages) {

		/** Why messages did not come. */
		public enum Reason {

			/** The connection was lost and the subscription is in force again. */
			RECONNECTED,

			/** The handler was too slow and the buffer was full. */
			OVERFLOW

		}

	}

}
