// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.time.Duration;
import java.time.Instant;

import io.github.rediscomponents.support.Checks;

/**
 * One of several tasks that are scheduled together. Immutable.
 *
 * @param <T> the type of the task
 * @since 1.0.0
 */
public final class ScheduleRequest<T> {

	private final T task;

	private final DueTime due;

	private final ScheduleOptions options;

	private ScheduleRequest(T task, DueTime due, ScheduleOptions options) {
		this.task = Checks.notNull("task", task);
		this.due = due;
		this.options = Checks.notNull("options", options);
	}

	/**
	 * A task that is due after a delay.
	 * @param task not null
	 * @param delay see {@link DelayQueue#schedule(Object, Duration)}
	 * @param <T> its type
	 * @return a request without an id
	 */
	public static <T> ScheduleRequest<T> after(T task, Duration delay) {
		return new ScheduleRequest<>(task, DueTime.after(delay), ScheduleOptions.DEFAULTS);
	}

	/**
	 * A task that is due at an instant.
	 * @param task not null
	 * @param due see {@link DelayQueue#schedule(Object, Instant)}
	 * @param <T> its type
	 * @return a request without an id
	 */
	public static <T> ScheduleRequest<T> at(T task, Instant due) {
		return new ScheduleRequest<>(task, DueTime.at(due), ScheduleOptions.DEFAULTS);
	}

	/**
	 * The same with options.
	 * @param other its id, attempts and back-off
	 * @return a changed copy
	 */
	public ScheduleRequest<T> with(ScheduleOptions other) {
		return new ScheduleRequest<>(this.task, this.due, other);
	}

	T task() {
		return this.task;
	}

	DueTime due() {
		return this.due;
	}

	ScheduleOptions options() {
		return this.options;
	}

}
