package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The right to some permits of a semaphore for some time. Safe for use by several
 * threads; whoever has it may release it. {@link #isValid()} is decided as that of a
 * {@link Lease}: it becomes false before the server can give the permits to others.
 */
public interface Permit extends AutoCloseable {

	/**
	 * The semaphore's name.
	 * @return never empty
	 */
	String name();

	/**
	 * What identifies this permit in Redis.
	 * @return unique over all processes
	 */
	String id();

	/**
	 * How many permits it stands for.
	 * @return at least 1
	 */
	int count();

	/**
	 * How long the permit is valid if nobody renews or extends it.
	 * @return zero when it is no longer valid
	 */
	Duration remaining();

	/**
	 * Whether it is still held. Sends nothing.
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
	 * Tells when the permit is lost. Completed on a background thread.
	 * @return completes with the reason; never completes for one that is released before
	 */
	CompletionStage<LossReason> lost();

	/**
	 * Gives the permits back, if they are still held. One script, none if the permit is
	 * known to be over.
	 * @return what became of it; the same again when called again; never throws
	 */
	ReleaseResult release();

	/**
	 * {@link #release()} without blocking.
	 * @return completes with what became of it, on a background thread; never
	 * exceptionally
	 */
	CompletionStage<ReleaseResult> releaseAsync();

	/**
	 * Like {@link #release()}.
	 */
	@Override
	void close();

}
