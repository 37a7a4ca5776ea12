package io.github.rediscomponents.messaging;

/**
 * What became of leaving a chat. Whatever it is, one is no member afterwards.
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
