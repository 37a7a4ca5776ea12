package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.CodecException;

/**
 * Typed tasks, first in first out, each worked on by one at a time, at least once.
 *
 * <p>
 * A task is taken with a lease. What is not acknowledged before the lease ends is
 * delivered again, within the visibility and five seconds more, so that a killed process
 * loses nothing. Tasks are handed out in the order in which they came; with several
 * workers or after a failure they are not finished in it. Made of a {@link StreamQueue},
 * whose documentation says more about retries, dead letters, failures and keys, which
 * begin with {@code <prefix>:task}.
 *
 * @param <T> the type of the tasks
 */
public interface TaskQueue<T> {

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
	Published enqueue(T task, EnqueueOptions options);

	/**
	 * Adds tasks in their order, in one flush.
	 * @param tasks no null in it
	 * @return their entries in the same order
	 */
	List<Published> enqueueAll(Collection<? extends T> tasks);

	/**
	 * Takes the next task. All who wait in this process share one connection.
	 * @param wait how long to wait for one; zero to look only
	 * @return a lease, or empty if none came in time
	 * @throws InterruptedException if the thread is interrupted; no task is lost
	 */
	Optional<TaskLease<T>> poll(Duration wait) throws InterruptedException;

	/**
	 * Works on tasks until stopped; their leases are kept alive meanwhile.
	 * @param handler works on them
	 * @param options how many at once
	 * @return the running subscription
	 */
	QueueSubscription subscribe(MessageHandler<? super T> handler, SubscribeOptions options);

	/**
	 * Counts what there is. One round trip.
	 * @return the numbers at one moment
	 */
	QueueStats stats();

	/**
	 * The tasks that were given up.
	 * @return a view
	 */
	DeadLetters<T> deadLetters();

	/**
	 * Removes every task, also those that are being worked on; see
	 * {@link StreamQueue#purge()}. Dead letters stay.
	 * @return how many there were
	 */
	long purge();

	/**
	 * The queue's name.
	 * @return never empty
	 */
	String name();

}
