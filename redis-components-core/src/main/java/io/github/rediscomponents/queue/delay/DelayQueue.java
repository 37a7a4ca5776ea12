// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.queue.PayloadTooLargeException;
import io.github.rediscomponents.queue.QueueFullException;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.WorkQueue;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;

/**
 * A queue of typed tasks that wait until they are due. From then on each is leased to one
 * worker at a time and executed at least once, as those of a {@link TaskQueue}.
 *
 * <p>
 * <b>Time</b> is that of the server; no client's clock is read. No task is handed to a
 * consumer before it is due. It is handed over within milliseconds; within half a second
 * after the process that does this has died, and within about a second after Redis'
 * message about it was lost. Tasks are handed over in the order of their times, those of
 * one millisecond in the order in which they were scheduled. While no process consumes
 * the queue nothing is lost: overdue tasks are handed over to the first one that
 * subscribes.
 *
 * <p>
 * <b>Lost keys.</b> A task that has lost its time or its content, because one of the
 * queue's keys was removed, does not wait and does not count. The next process that
 * consumes the queue makes it a dead letter within seconds, with its id and the reason.
 *
 * <p>
 * <b>Promotion.</b> Processes that consume the queue move due tasks into its stream, at
 * most 500 tasks with one script; while nothing is due one of them looks once a second.
 * From then on a task is delivered, retried and buried as documented at
 * {@link StreamQueue}, and cannot be cancelled any more.
 *
 * <p>
 * <b>Ids.</b> A task's id is taken while the task waits: cancelled or handed over it is
 * free again. Of any number of {@link #cancel}, {@link #reschedule} and the handing over
 * of one task exactly one succeeds, and the results show which. A call that the driver
 * repeats after a lost reply does nothing a second time.
 *
 * <p>
 * <b>Keys</b>, all in one slot: {@code <prefix>:delay:{<name>}} and what the stream has
 * (see {@link StreamQueue}), with {@code :due} (sorted set of ids by time),
 * {@code :items} (hash of the tasks), {@code :op:<n>} (string, what a call did, for twice
 * the time-out). All delay queues announce new times on the channel
 * {@code <prefix>:delay:channel:due}.
 *
 * <p>
 * Methods that send may throw {@link RedisUnavailableException} and
 * {@link RedisCommandException}. Instances are safe for use by any number of threads.
 *
 * @param <T> the type of the tasks
 * @since 1.0.0
 */
public interface DelayQueue<T> extends WorkQueue<T> {

	/**
	 * Schedules a task after a delay. One round trip, O(log N).
	 * @param task not null
	 * @param delay counts from when the server gets this, zero to 36,525 days; parts of a
	 * millisecond are rounded up
	 * @return its id and when it is due
	 * @throws IllegalArgumentException if the delay is negative or too long; nothing was
	 * sent
	 * @throws CodecException if the task cannot be written; nothing was sent
	 * @throws PayloadTooLargeException if it is too large; nothing was sent
	 * @throws QueueFullException if as many tasks wait as may; nothing was added
	 * @throws RedisUnavailableException if no answer came; with an unknown outcome it may
	 * have been scheduled. Scheduling it again with an id does nothing while it waits;
	 * one that was due meanwhile is there twice
	 */
	default Scheduled schedule(T task, Duration delay) {
		return schedule(task, delay, ScheduleOptions.DEFAULTS);
	}

	/**
	 * Schedules a task for an instant. One round trip, O(log N).
	 * @param task not null
	 * @param due at the latest 2200-01-01T00:00:00Z; one that has passed means now
	 * @return as {@link #schedule(Object, Duration)}, exceptions included
	 */
	default Scheduled schedule(T task, Instant due) {
		return schedule(task, due, ScheduleOptions.DEFAULTS);
	}

	/**
	 * Schedules a task after a delay.
	 * @param task not null
	 * @param delay see {@link #schedule(Object, Duration)}
	 * @param options its id, attempts and back-off, and whether it replaces another
	 * @return whether it waits now, and when which is due
	 */
	Scheduled schedule(T task, Duration delay, ScheduleOptions options);

	/**
	 * Schedules a task for an instant.
	 * @param task not null
	 * @param due see {@link #schedule(Object, Instant)}
	 * @param options its id, attempts and back-off, and whether it replaces another
	 * @return whether it waits now, and when which is due
	 */
	Scheduled schedule(T task, Instant due, ScheduleOptions options);

	/**
	 * Schedules tasks in their order, 500 and about 4 MB with one script, in few flushes.
	 * Everything is checked before anything is sent. Atomic up to that. Of more some can
	 * be scheduled when it fails; {@link RedisUnavailableException#progress()} and
	 * {@link QueueFullException#progress()} report how many.
	 * @param tasks no null in it
	 * @return their results in the same order
	 */
	List<Scheduled> scheduleAll(Collection<? extends ScheduleRequest<? extends T>> tasks);

	/**
	 * Cancels a task that waits. One round trip, O(log N).
	 * @param id the task's id
	 * @return true if it waited: it will not be delivered; false if it does not wait,
	 * because it was handed over, was cancelled or was never there
	 */
	boolean cancel(String id);

	/**
	 * Gives a task that waits another time, after a delay. One round trip, O(log N).
	 * @param id the task's id
	 * @param delay see {@link #schedule(Object, Duration)}
	 * @return when it is due now; empty if it does not wait
	 */
	Optional<Instant> reschedule(String id, Duration delay);

	/**
	 * Gives a task that waits another time. One round trip, O(log N).
	 * @param id the task's id
	 * @param due see {@link #schedule(Object, Instant)}
	 * @return when it is due now; empty if it does not wait
	 */
	Optional<Instant> reschedule(String id, Instant due);

	/**
	 * Looks at a task that waits. One round trip, O(log N). Changes nothing.
	 * @param id the task's id
	 * @return empty if it does not wait
	 */
	Optional<WaitingTask<T>> peek(String id);

	/**
	 * Looks at the tasks that are due first. One round trip, O(log N + n). Changes
	 * nothing.
	 * @param n how many at most, 1 to 1000
	 * @return those that are due first, in their order
	 */
	List<WaitingTask<T>> peek(int n);

	/**
	 * Returns a page of the tasks that wait, in the order of their times. Each that waits
	 * all the time, for the same time, is there once, even under changes. One round trip,
	 * O(log² N + n).
	 * @param cursor {@link Page#next()} of the page before; null for the first one
	 * @param size the maximum number, 1 to 1000; tasks of more than 4 MB in all, and
	 * those whose content was lost, make a page shorter
	 * @return the page
	 * @throws IllegalArgumentException if the cursor is none; nothing was sent
	 */
	Page<WaitingTask<T>> waiting(@Nullable String cursor, int size);

	/**
	 * Returns the number of tasks that wait, without those that lost their time or their
	 * content with a key. One round trip, O(1).
	 * @return 0 or more
	 */
	long size();

	/**
	 * Takes the next task that was due. Makes this process one that hands tasks over,
	 * until {@link StreamQueues#stop}.
	 * @param wait how long to wait for one; zero to look only
	 * @return a lease, or empty if none came in time
	 * @throws InterruptedException if the thread is interrupted; no task is lost
	 */
	Optional<TaskLease<T>> poll(Duration wait) throws InterruptedException;

	/**
	 * Counts waiting tasks and tasks that were handed over. Two round trips.
	 * @return the numbers; {@link #stats()} counts only tasks that were handed over
	 */
	DelayStats delayStats();

	/**
	 * Removes every task, those that wait and those that were handed over, also if they
	 * are being worked on; see {@link StreamQueue#purge()}. Dead letters stay. Three
	 * round trips; the memory of tasks that wait is freed off the server's main thread.
	 * Tasks that wait are removed first, and stay removed if the rest fails.
	 * @return how many there were
	 */
	@Override
	long purge();

}
