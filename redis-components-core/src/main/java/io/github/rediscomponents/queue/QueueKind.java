package io.github.rediscomponents.queue;

/**
 * Which kind of queue a {@link QueueListener} means.
 */
public enum QueueKind {

	/** The one that has a queue of that name; it has to be one alone. */
	ANY,

	/** A {@link StreamQueue}. */
	STREAM,

	/** A {@link TaskQueue}. */
	TASK,

	/** A {@link DelayQueue}. */
	DELAY

}
