package io.github.rediscomponents.limit;

/**
 * What a {@link LimitQueue} does about repetitions.
 */
public enum Dedupe {

	/** Everything is let in. */
	NONE,

	/**
	 * A value that is in the queue already moves to the front instead of being there
	 * twice. Two values are the same when their encoded bytes are.
	 */
	VALUE,

	/**
	 * A business key is let in once per window of time, whatever value comes with it and
	 * whether or not that is still in the queue.
	 */
	KEY

}
