package io.github.rediscomponents.queue;

/**
 * What publishing into a full {@link StreamQueue} does.
 */
public enum Overflow {

	/** Refuses the message with {@link QueueFullException}. */
	REJECT,

	/**
	 * Drops the oldest message that was never delivered. What is pending is not touched:
	 * when that alone fills the queue, the new message is refused with
	 * {@link QueueFullException}.
	 */
	DROP_OLDEST,

	/** Drops the oldest message, whether or not somebody is working on it. */
	DROP_PENDING

}
