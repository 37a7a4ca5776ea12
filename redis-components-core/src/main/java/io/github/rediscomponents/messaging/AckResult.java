// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

/**
 * The outcome of an acknowledgement in a chat.
 *
 * @since 1.0.0
 */
public sealed interface AckResult {

	/**
	 * The position is at least the requested one.
	 *
	 * @param position the present position; greater than the requested one if it was
	 * greater before
	 * @param unread number of messages behind the position
	 */
	record Acknowledged(long position, long unread) implements AckResult {
	}

	/** Not a member, or there is no such chat; nothing was changed. */
	record NotMember() implements AckResult {
	}

	/**
	 * There is no message of that number yet; nothing was changed.
	 *
	 * @param last the number of the last message
	 */
	record BeyondEnd(long last) implements AckResult {
	}

}
