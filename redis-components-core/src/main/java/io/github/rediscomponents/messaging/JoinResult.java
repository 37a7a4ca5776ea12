// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

/**
 * The outcome of joining a chat.
 *
 * @since 1.0.0
 */
public enum JoinResult {

	/** The user is a member and receives later messages. */
	JOINED,

	/**
	 * Was a member already and keeps the position. Also the answer to a command that the
	 * driver repeated because the reply of the first was lost.
	 */
	ALREADY_MEMBER,

	/** There is no such chat. */
	UNKNOWN_CHAT,

	/** The chat has as many members as it may. */
	FULL

}
