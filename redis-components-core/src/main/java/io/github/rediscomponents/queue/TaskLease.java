// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;

/**
 * A task that is leased to this process until the queue's visibility has passed since the
 * poll or the last {@link #extend()}. A task that is not settled by then is delivered
 * again, to any consumer.
 *
 * <p>
 * Each method is one round trip and may throw
 * {@link io.github.rediscomponents.RedisUnavailableException}; it can be called again
 * then. A thread that serves connections of the client is refused with
 * {@link IllegalStateException}, and nothing is sent.
 *
 * @param <T> the type of the tasks
 * @since 1.0.0
 */
public interface TaskLease<T> extends Delivery<T> {

	/**
	 * Acknowledges the task, which is done.
	 * @return {@code ACKNOWLEDGED}, {@code LOST} or {@code ALREADY_SETTLED}
	 */
	Settlement ack();

	/**
	 * Gives the task back, to be delivered again after the back-off.
	 * @return {@code RETRY}, {@code DEAD} if this was the last attempt, {@code LOST} or
	 * {@code ALREADY_SETTLED}
	 */
	Settlement nack();

	/**
	 * Gives the task back, to be delivered again after a delay, never before.
	 * @param delay from zero to 366 days
	 * @return as {@link #nack()}
	 */
	Settlement nack(Duration delay);

	/**
	 * Makes the task a dead letter.
	 * @param why kept with it
	 * @return {@code DEAD}, {@code LOST} or {@code ALREADY_SETTLED}
	 */
	Settlement reject(String why);

	/**
	 * Begins the visibility anew.
	 * @return true if the task is still leased to this process
	 */
	boolean extend();

}
