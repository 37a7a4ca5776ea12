// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;

/**
 * The right to some permits of a semaphore for some time. Safe for use by several
 * threads, each of which may release it. {@link #isValid()} is decided as that of a
 * {@link io.github.rediscomponents.lock.Lease}: it becomes false before the server can
 * give the permits to others.
 *
 * @since 1.0.0
 */
public interface Permit extends AutoCloseable {

	/**
	 * Returns the name of the semaphore.
	 * @return never empty
	 */
	String name();

	/**
	 * Returns the id of this permit in Redis.
	 * @return unique over all processes
	 */
	String id();

	/**
	 * Returns the number of permits it stands for.
	 * @return at least 1
	 */
	int count();

	/**
	 * Returns how long the permit is valid without a further renewal or extension.
	 * @return zero when it is no longer valid
	 */
	Duration remaining();

	/**
	 * Returns whether it is still held. Sends nothing.
	 * @return false for ever, once it was false
	 */
	boolean isValid();

	/**
	 * Makes the permit last at least this long from now; never shortens it. One script.
	 * @param duration 10 ms to 24 h
	 * @return false if it has been lost or released
	 * @throws IllegalArgumentException if {@code duration} is out of range; nothing was
	 * sent
	 */
	boolean extend(Duration duration);

	/**
	 * Returns a stage that completes when the permit is lost. Completed on a background
	 * thread.
	 * @return completes with the reason; never completes for one that is released before
	 */
	CompletionStage<LossReason> lost();

	/**
	 * Returns the permits to the semaphore, if they are still held. One script, none if
	 * the permit is known to be over.
	 * @return the result, which further calls repeat; never throws
	 */
	ReleaseResult release();

	/**
	 * {@link #release()} without blocking.
	 * @return completes with the result on a background thread; never exceptionally
	 */
	CompletionStage<ReleaseResult> releaseAsync();

	/**
	 * Like {@link #release()}.
	 */
	@Override
	void close();

}
