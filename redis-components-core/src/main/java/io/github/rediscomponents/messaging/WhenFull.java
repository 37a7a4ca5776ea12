package io.github.rediscomponents.messaging;

/**
 * What a {@link Mailbox} does about a message for which there is no room.
 */
public enum WhenFull {

	/** The sender is told, and nothing that waits is lost. */
	REFUSE,

	/** The oldest message is dropped, and the receiver is told how many were. */
	DROP_OLDEST

}
