package io.github.rediscomponents.queue;

/**
 * What became of a task that somebody had a lease of.
 */
public enum Settlement {

	/** It is done and gone. */
	ACKNOWLEDGED,

	/** It will be delivered again. */
	RETRY,

	/** It was delivered as often as it may, and is a dead letter now. */
	DEAD,

	/**
	 * The lease had run out and somebody else got the task, or the task is gone with all
	 * data; nothing was changed.
	 */
	LOST,

	/** This lease was settled before; nothing was changed. */
	ALREADY_SETTLED

}
