// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

/**
 * The outcome of a message to a chat.
 *
 * @since 1.0.0
 */
public sealed interface SendResult {

	/**
	 * Whether the message is in the chat.
	 * @return true for {@link Sent} only
	 */
	default boolean isSent() {
		return this instanceof Sent;
	}

	/**
	 * It is in the chat.
	 *
	 * @param seq its number
	 * @param repeated whether an earlier call or attempt with the same message id had put
	 * it there
	 */
	record Sent(long seq, boolean repeated) implements SendResult {
	}

	/** There is no such chat; nothing was sent. */
	record UnknownChat() implements SendResult {
	}

	/** The sender is no member; nothing was sent. */
	record NotMember() implements SendResult {
	}

}
