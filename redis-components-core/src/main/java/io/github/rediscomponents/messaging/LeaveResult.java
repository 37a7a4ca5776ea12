// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

/**
 * The outcome of leaving a chat. In each case the user is no member afterwards.
 *
 * @since 1.0.0
 */
public enum LeaveResult {

	/** No member any more. */
	LEFT,

	/** No member any more, and as it was the last, the chat and its messages are gone. */
	LEFT_LAST,

	/**
	 * Was no member, or there is no such chat. Also the answer to a command that the
	 * driver repeated because the reply of the first was lost.
	 */
	NOT_MEMBER

}
