// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.support.Checks;

/**
 * Options of one task of a {@link DelayQueue}. Immutable.
 *
 * @param id identifies the task until it is due; 1 to 512 characters, or null for a
 * generated id
 * @param replace whether a task that waits with this id is replaced, time and all;
 * otherwise the new one is refused
 * @param attempts how often it is delivered at most before it is a dead letter, 1 to
 * 1000; 0 for the setting of the queue
 * @param backoff how long to wait before the second attempt, twice as long before each
 * further one; null for the setting of the queue
 * @since 1.0.0
 */
public record ScheduleOptions(@Nullable String id, boolean replace, int attempts, @Nullable Duration backoff) {

	/** Without an id, with the attempts and the back-off of the queue. */
	public static final ScheduleOptions DEFAULTS = new ScheduleOptions(null, false, 0, null);

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range
	 */
	public ScheduleOptions {
		// The same limits as those of a task that is not delayed.
		new PublishOptions(id, attempts, backoff);
	}

	/**
	 * Options for a task that waits once with its id.
	 * @param id identifies it
	 * @return options that refuse another
	 */
	public static ScheduleOptions id(String id) {
		return DEFAULTS.withId(Checks.notNull("id", id));
	}

	/**
	 * Options for a task that takes the place of one that waits with its id.
	 * @param id identifies it
	 * @return options that replace another
	 */
	public static ScheduleOptions replacing(String id) {
		return id(id).withReplace(true);
	}

	public ScheduleOptions withId(@Nullable String other) {
		return new ScheduleOptions(other, this.replace, this.attempts, this.backoff);
	}

	public ScheduleOptions withReplace(boolean other) {
		return new ScheduleOptions(this.id, other, this.attempts, this.backoff);
	}

	public ScheduleOptions withAttempts(int other) {
		return new ScheduleOptions(this.id, this.replace, other, this.backoff);
	}

	public ScheduleOptions withBackoff(@Nullable Duration other) {
		return new ScheduleOptions(this.id, this.replace, this.attempts, other);
	}

}
