package io.github.rediscomponents.queue;

/**
 * What becomes of a message whose handler threw.
 */
public enum OnFailure {

	/**
	 * It is delivered again after the back-off, or a dead letter after the last attempt.
	 */
	RETRY,

	/** It is a dead letter at once. */
	DEAD_LETTER,

	/** It is acknowledged, as if the handler had returned. */
	ACKNOWLEDGE

}
