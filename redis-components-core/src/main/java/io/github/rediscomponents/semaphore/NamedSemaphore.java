// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.RedisUnavailableException;

/**
 * The semaphore of one name. Acquiring gives a {@link Permit}, an object that is not
 * bound to a thread.
 *
 * <p>
 * Waiting: all waiters, threads of all processes alike, queue in Redis in the order in
 * which their requests reached it, and are served in that order. A waiter for several
 * permits is not passed by later ones for fewer. Unless the semaphore is fair, a newcomer
 * takes permits that are just free. A waiter whose wake-up message is lost looks again
 * after {@link SemaphoreSettings#pollBound()} at the latest, and one that died is skipped
 * after three of them. While the semaphore is smaller than the request of a waiter, the
 * others pass it.
 *
 * <p>
 * Cost: acquiring and releasing is one script and one round trip each; a waiter needs one
 * script to begin, one when it is woken and one each poll bound. Scripts take O(log n) in
 * the holders and waiters. What thousands of expired holders and waiters leave, or
 * thousands of new permits, is shared out among the scripts of the semaphore, 500 leases
 * each; an acquisition that does not wait then sends several.
 *
 * <p>
 * Every method that talks to Redis throws {@link RedisUnavailableException} when no
 * answer came in time. If that happens while acquiring, nothing is held: permits that
 * Redis may have granted without this process hearing of it are given back in the
 * background.
 *
 * @since 1.0.0
 */
public interface NamedSemaphore {

	/**
	 * Returns the name of the semaphore.
	 * @return never empty
	 */
	String name();

	/**
	 * Waits until a permit is free and takes it.
	 * @return the permit
	 * @throws InterruptedException if the thread was interrupted before or while it
	 * waited; nothing is held
	 * @throws RedisUnavailableException if no answer came in time; nothing is held
	 */
	Permit acquire() throws InterruptedException;

	/**
	 * Takes one permit if it is free now. A grant that took longer than the lease is
	 * given back, and the permit is asked for once more.
	 * @return the permit, or empty
	 * @throws RedisUnavailableException if no answer came in time, or both grants took
	 * longer than the lease; nothing is held
	 */
	Optional<Permit> tryAcquire();

	/**
	 * Takes several permits at once, all or none, if they become free in time.
	 * @param permits how many, 1 to the semaphore's size
	 * @param wait the longest to wait; zero does not wait
	 * @return one permit that stands for all, or empty if the time passed
	 * @throws InterruptedException if the thread was interrupted before or while it
	 * waited; nothing is held
	 * @throws IllegalArgumentException if {@code permits} or {@code wait} is out of
	 * range; nothing was sent
	 * @throws RedisUnavailableException if no answer came in time; nothing is held
	 */
	Optional<Permit> tryAcquire(int permits, Duration wait) throws InterruptedException;

	/**
	 * {@link #tryAcquire(int, Duration)} without blocking a thread.
	 * @param permits how many, 1 to the semaphore's size
	 * @param wait the longest to wait; zero does not wait
	 * @return completes with the permit or, if the time passed, empty; exceptionally with
	 * what the blocking call throws, never wrapped. Cancelling its future ends the wait
	 * @throws IllegalArgumentException if {@code permits} or {@code wait} is out of
	 * range; nothing was sent
	 */
	CompletionStage<Optional<Permit>> tryAcquireAsync(int permits, Duration wait);

	/**
	 * Returns how many permits are free. One script, and one more for each 500 holders
	 * and waiters that have expired and that no acquisition or release has removed yet;
	 * the number is that of one moment all the same.
	 * @return 0 to the semaphore's size, a moment ago
	 */
	int available();

	/**
	 * Returns the holders of permits, the oldest first. One script and one round trip for
	 * each 500 holders, O(n log n) in the holders. Each holder is listed once. With more
	 * than 500, one that came or went while they were read is listed or not, and the
	 * permits of the list may be more than the semaphore has.
	 * @return the holders a moment ago
	 */
	List<PermitInfo> holders();

	/**
	 * Takes a permit away from its holder, for operators. One script. The holder is not
	 * stopped: it is notified of the loss at its next renewal, within a third of its
	 * lease time, or at once if it is in this process.
	 * @param permitId see {@link Permit#id()}
	 * @return whether there was such a permit
	 * @throws IllegalArgumentException if {@code permitId} is null or empty; nothing was
	 * sent
	 */
	boolean revoke(String permitId);

}
