package io.github.rediscomponents.messaging;

/**
 * What became of joining a chat.
 */
public enum JoinResult {

	/** A member now, who sees what is sent from now on. */
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
