// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

/**
 * The reaction of a {@link LimitQueue} to repetitions.
 *
 * @since 1.0.0
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
	 * A business key is admitted once per window of time, independently of its value and
	 * of whether the element is still in the queue.
	 */
	KEY

}
