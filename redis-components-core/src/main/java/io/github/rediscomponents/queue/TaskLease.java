package io.github.rediscomponents.queue;

import java.time.Duration;

/**
 * A task that this process may work on until the queue's visibility has passed since the
 * poll or the last {@link #extend()}. Without any of the others by then it is delivered
 * again, to anybody.
 *
 * <p>
 * Each method is one round trip and may throw
 * {@link io.github.rediscomponents.RedisUnavailableException}; it can be called again
 * then.
 *
 * @param <T> the type of the tasks
 */
public interface TaskLease<T> extends Delivery<T> {

	/**
	 * The task is done.
	 * @return {@code ACKNOWLEDGED}, {@code LOST} or {@code ALREADY_SETTLED}
	 */
	Settlement ack();

	/**
	 * The task failed and is to be delivered again after the back-off.
	 * @return {@code RETRY}, {@code DEAD} if this was the last attempt, {@code LOST} or
	 * {@code ALREADY_SETTLED}
	 */
	Settlement nack();

	/**
	 * The task failed and is to be delivered again after a delay, never before.
	 * @param delay from zero to 366 days
	 * @return as {@link #nack()}
	 */
	Settlement nack(Duration delay);

	/**
	 * The task is of no use and becomes a dead letter.
	 * @param why is kept with it
	 * @return {@code DEAD}, {@code LOST} or {@code ALREADY_SETTLED}
	 */
	Settlement reject(String why);

	/**
	 * The visibility begins anew.
	 * @return whether the task is still this lease's
	 */
	boolean extend();

}
