// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.task;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.queue.PayloadTooLargeException;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.Published;
import io.github.rediscomponents.queue.QueueFullException;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.WorkQueue;
import io.github.rediscomponents.queue.stream.StreamQueue;

/**
 * A queue of typed tasks, first in first out, each leased to one worker at a time and
 * executed at least once.
 *
 * <p>
 * A task is taken with a lease. A task that is not acknowledged before the lease ends is
 * delivered again, within the visibility and five seconds more; a killed process loses
 * none. Tasks are handed out in the order in which they came; with several workers or
 * after a failure they are not finished in it. The documentation of {@link StreamQueue}
 * covers retries, dead letters, failures and keys; the keys begin with
 * {@code <prefix>:task}.
 *
 * @param <T> the type of the tasks
 * @since 1.0.0
 */
public interface TaskQueue<T> extends WorkQueue<T> {

	/**
	 * Adds a task. One round trip.
	 * @param task not null
	 * @return its entry
	 * @throws CodecException if it cannot be written; nothing was sent
	 * @throws PayloadTooLargeException if it is too large; nothing was sent
	 * @throws QueueFullException if the queue is full; nothing was added
	 * @throws RedisUnavailableException if no answer came; with an unknown outcome it may
	 * have been added, and adding it again may have it there twice unless it has an id
	 */
	Published enqueue(T task);

	/**
	 * Adds a task unless there was one with its id. One round trip.
	 * @param task not null
	 * @param options its id, attempts and back-off
	 * @return whether it is a duplicate, and its entry
	 */
	Published enqueue(T task, PublishOptions options);

	/**
	 * Adds tasks in their order, in one flush.
	 * @param tasks no null in it
	 * @return their entries in the same order
	 */
	List<Published> enqueueAll(Collection<? extends T> tasks);

	/**
	 * Takes the next task. All polls of this process share one connection.
	 * @param wait how long to wait for one; zero to look only
	 * @return a lease, or empty if none came in time
	 * @throws InterruptedException if the thread is interrupted; no task is lost
	 */
	Optional<TaskLease<T>> poll(Duration wait) throws InterruptedException;

}
