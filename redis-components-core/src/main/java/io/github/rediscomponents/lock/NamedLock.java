// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.Checks;

/**
 * The lock of one name. Acquiring it gives a {@link Lease}. A lease is an object that is
 * not bound to a thread and not re-entrant. {@link #asLock()} is the same lock as a
 * thread-bound, re-entrant {@link Lock}.
 *
 * <p>
 * Waiting: the threads of one process queue in the order they came, and one of them at a
 * time contends for the process. Processes are woken in the order in which they began to
 * wait, but a request that arrives just when the lock becomes free may be granted first.
 * A waiter whose wake-up message is lost looks again after
 * {@link LockSettings#pollBound()} at the latest.
 *
 * <p>
 * Cost: acquiring and releasing a free lock is one script and one round trip each. Of the
 * threads that wait in one process, only the first sends anything: one script when it
 * begins to wait, one each time it is woken, and one each poll bound.
 *
 * <p>
 * Every method that calls Redis throws {@link RedisUnavailableException} when no reply
 * came in time; {@link OnUnavailable#KEEP_WAITING} changes that for acquisitions. If an
 * acquisition throws it, nothing is held: a lock that may have been granted in a lost
 * reply is given back in the background.
 *
 * @since 1.0.0
 */
public interface NamedLock {

	/**
	 * Returns the name of the lock.
	 * @return never empty
	 */
	String name();

	/**
	 * Waits until the lock is free and acquires it, renewed until it is closed.
	 * @return the lease
	 * @throws InterruptedException if the thread was interrupted before or while it
	 * waited; nothing is held. If the interrupt comes just when the lock does, the lease
	 * is returned and the thread is interrupted
	 * @throws RedisUnavailableException if no answer came in time; nothing is held
	 */
	Lease acquire() throws InterruptedException;

	/**
	 * Acquires the lock if it is free now, renewed until it is closed. Does not wait,
	 * apart from the round trip; sends nothing if this process holds the lock. A grant
	 * that took longer than the lease is given back, and the lock is asked for once more.
	 * @return the lease, or empty if the lock is held, or awaited in this process
	 * @throws RedisUnavailableException if no answer came in time, or both grants took
	 * longer than the lease; nothing is held
	 */
	Optional<Lease> tryAcquire();

	/**
	 * Acquires the lock if it becomes free in time, renewed until it is closed.
	 * @param wait the longest to wait; zero does not wait
	 * @return the lease, or empty if the time passed
	 * @throws InterruptedException if the thread was interrupted before or while it
	 * waited; nothing is held
	 * @throws IllegalArgumentException if {@code wait} is null or negative; nothing was
	 * sent
	 * @throws RedisUnavailableException if no answer came in time; nothing is held
	 */
	Optional<Lease> tryAcquire(Duration wait) throws InterruptedException;

	/**
	 * Acquires the lock if it becomes free in time.
	 * @param options how long to wait and for how long to hold
	 * @return the lease, or empty if the time passed
	 * @throws InterruptedException if the thread was interrupted before or while it
	 * waited; nothing is held
	 * @throws RedisUnavailableException if no answer came in time; nothing is held
	 */
	Optional<Lease> tryAcquire(LockOptions options) throws InterruptedException;

	/**
	 * Acquires the lock if it becomes free in time, without blocking a thread. The lease
	 * has no owning thread.
	 * @param options how long to wait and for how long to hold
	 * @return completes with the lease or, if the time passed, empty; exceptionally with
	 * what the blocking call throws, never wrapped. Cancelling its
	 * {@link CompletionStage#toCompletableFuture() future} ends the wait; nothing is held
	 * then
	 * @throws IllegalArgumentException if {@code options} is null; nothing was sent
	 */
	CompletionStage<Optional<Lease>> tryAcquireAsync(LockOptions options);

	/**
	 * Runs a body under the lock and releases it afterwards.
	 * @param options how long to wait and for how long to hold
	 * @param body the body; receives the lease, to check it and to pass its token on
	 * @param <T> the type of the result
	 * @param <X> the type of the exception
	 * @return the result of the body
	 * @throws X if the body fails; the lock was released
	 * @throws InterruptedException if the thread was interrupted while it waited; the
	 * body did not run
	 * @throws LockNotAcquiredException if the time to wait passed; the body did not run
	 * @throws LockLostException if the body returned, but the lease had been lost before
	 * that: it may have run at the same time as another holder
	 * @throws RedisUnavailableException if no answer came in time while acquiring; the
	 * body did not run
	 */
	default <T extends @Nullable Object, X extends Exception> T call(LockOptions options, LockedCall<T, X> body)
			throws X, InterruptedException {
		Checks.notNull("body", body);
		long start = System.nanoTime();
		Lease lease = tryAcquire(options)
			.orElseThrow(() -> new LockNotAcquiredException(name(), Duration.ofNanos(System.nanoTime() - start)));
		T result;
		try (lease) {
			result = body.call(lease);
		}
		if (lease.release() == ReleaseResult.ALREADY_LOST) {
			lease.checkValid();
		}
		return result;
	}

	/**
	 * Returns the same lock as a {@link Lock}, with default options.
	 * @return a view, to be kept or thrown away at will
	 * @see #asLock(LockOptions)
	 */
	default Lock asLock() {
		return asLock(LockOptions.defaults());
	}

	/**
	 * Returns the same lock as a {@link Lock} that is bound to the thread and re-entrant.
	 * It is renewed until it is unlocked or its thread has ended. Nested locking sends
	 * nothing; every view of the same name of one {@link DistributedLock} counts
	 * together.
	 *
	 * <p>
	 * {@link Lock#unlock()} throws {@link IllegalMonitorStateException} if the current
	 * thread does not hold the lock, and {@link LockLostException} if it held it and has
	 * lost it meanwhile; in both cases the thread does not hold it afterwards. Nested
	 * {@link Lock#lock()} throws {@link LockLostException} if the outer hold has been
	 * lost, and nested {@code tryLock} then returns false. If the release gets no answer,
	 * {@code unlock()} returns and the release is repeated in the background.
	 * {@link Lock#newCondition()} throws {@link UnsupportedOperationException}: a
	 * {@link Condition} has no meaning between processes.
	 *
	 * <p>
	 * {@link Lock#lock()} is not ended by an interrupt: it keeps its place in the queue,
	 * and the thread is interrupted when it returns. If the interrupt comes just when the
	 * lock does, {@link Lock#lockInterruptibly()} and {@code tryLock} with a time return
	 * with the lock held and the thread interrupted. {@link Lock} has no way to report
	 * that Redis is away: all of its methods that talk to Redis throw
	 * {@link RedisUnavailableException} then, with nothing held. With
	 * {@link OnUnavailable#KEEP_WAITING} those that wait go on waiting,
	 * {@link Lock#lock()} for as long as it takes.
	 * @param options for how long to hold, how many replicas, what to do when Redis gives
	 * no answer; hold for the outermost entry. The longest time to wait is that of the
	 * call
	 * @return a view, to be kept or thrown away at will
	 * @throws IllegalArgumentException if {@code options} is null or has a longest time
	 * to wait
	 */
	Lock asLock(LockOptions options);

	/**
	 * Returns the state of the lock. One script, and one more for each 500 holders and
	 * waiters that have expired and that no acquisition or release has removed yet.
	 * @return the state a moment ago
	 */
	LockInfo info();

	/**
	 * Takes the lock away from its holder, for operators. Two scripts, one after the
	 * other, and of a fair or read-write lock one more for each further 500 readers: a
	 * lease that is acquired after the first script is kept, also when a reply is lost. A
	 * plain or quorum lock that is not held costs one. The holder is not stopped: it is
	 * notified of the loss at its next renewal, within a third of its lease time, or at
	 * once if it is in this process.
	 * @return whether it was held
	 */
	boolean forceRelease();

}
