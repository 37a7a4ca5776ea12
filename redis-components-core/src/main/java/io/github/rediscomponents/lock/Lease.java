// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.RedisUnavailableException;

/**
 * The right to a lock for some time. Safe for use by several threads, each of which may
 * release it.
 *
 * <p>
 * {@link #isValid()} is decided by this machine's monotonic clock, counted from before
 * the acquisition or renewal was sent and shortened by a margin for drift. It becomes
 * false before the server can give the lock to another holder, also when the process was
 * stopped or cut off meanwhile. Time passes between a check and the following action, so
 * a resource that must never see two holders compares {@link #token()} as well.
 *
 * @since 1.0.0
 */
public interface Lease extends AutoCloseable {

	/**
	 * Returns the name of the lock.
	 * @return never empty
	 */
	String name();

	/**
	 * Returns the id of this lease in Redis.
	 * @return unique over all processes
	 */
	String id();

	/**
	 * Returns the fencing token: larger than that of every earlier lease of this name,
	 * for as long as the key survives or the server's clock does not go back. It does not
	 * change while the lease is held. Roughly the server's microseconds since the epoch,
	 * at most 2<sup>53</sup>.
	 * @return positive
	 */
	long token();

	/**
	 * Returns how long the lease is valid without a further renewal or extension.
	 * @return zero when it is no longer valid
	 */
	Duration remaining();

	/**
	 * Returns whether the lock is still held. Sends nothing.
	 * @return false for ever, once it was false
	 */
	boolean isValid();

	/**
	 * Throws unless the lock is still held. Sends nothing.
	 * @throws LockLostException if it is not, or was released
	 */
	void checkValid();

	/**
	 * Makes the lease last at least this long from now; never shortens it. One script.
	 * @param duration 10 ms to 24 h
	 * @return false if the lease has been lost or released
	 * @throws IllegalArgumentException if {@code duration} is out of range; nothing was
	 * sent
	 * @throws RedisUnavailableException if no answer came in time; the lease is valid for
	 * as long as it was before
	 */
	boolean extend(Duration duration);

	/**
	 * Returns a stage that completes when the lease is lost, on a background thread.
	 * @return completes with the reason; never completes for a lease that is released
	 * before it is lost
	 */
	CompletionStage<LossReason> lost();

	/**
	 * Gives the lock back, if it is still this lease that holds it. One script, none if
	 * the lease is known to be over. Another holder's lock is never touched. A thread
	 * that serves connections of the client sends the release and does not wait for the
	 * answer.
	 * @return the result, which further calls repeat; never throws
	 */
	ReleaseResult release();

	/**
	 * {@link #release()} without blocking.
	 * @return completes with the result on a background thread; never exceptionally
	 */
	CompletionStage<ReleaseResult> releaseAsync();

	/**
	 * Like {@link #release()}. A lock that was lost before is no error here: the loss is
	 * reported by {@link #lost()}, {@link #checkValid()}, {@link #release()} and
	 * {@link LockObserver#lost}.
	 */
	@Override
	void close();

}
