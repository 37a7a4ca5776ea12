// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

/**
 * Which kind of queue a {@link QueueListener} means.
 *
 * @since 1.0.0
 */
public enum QueueKind {

	/** The one that has a queue of that name; it has to be one alone. */
	ANY,

	/** A {@code StreamQueue}. */
	STREAM,

	/** A {@code TaskQueue}. */
	TASK,

	/** A {@code DelayQueue}. */
	DELAY

}
