// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.time.Instant;

/**
 * What became of a task that was to be scheduled.
 *
 * @param id the task's id, made up by the queue if none was given
 * @param due when it is due by the server's clock, to the millisecond; for a duplicate
 * when the one that waits is due
 * @param status whether it waits now
 * @since 0.1.0
 */
public record Scheduled(String id, Instant due, Status status) {

	/**
	 * Whether nothing was changed, because a task with this id waits already.
	 * @return true if it was refused
	 */
	public boolean duplicate() {
		return this.status == Status.DUPLICATE;
	}

	/** What was done. */
	public enum Status {

		/** It waits now, and none with its id did. */
		SCHEDULED,

		/** It waits now in the place of the one that did. */
		REPLACED,

		/** Another with its id waits; nothing was changed. */
		DUPLICATE

	}

}
