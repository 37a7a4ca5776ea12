// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * A cost that was charged ahead: it may be spent once {@link #delay()} has passed. Made
 * by {@link PolicyLimiter#reserve(String, long, Duration)}. Safe for any number of
 * threads.
 *
 * @since 1.0.0
 */
public interface Reservation {

	/**
	 * Returns whether the cost was charged.
	 * @return false if the delay would have been longer than accepted; nothing was
	 * charged then
	 */
	boolean allowed();

	/**
	 * Returns how long to wait, from the reply on, before the cost may be spent; exact to
	 * the microsecond by the clock of Redis.
	 * @return zero if at once; of a refused reservation, the delay that it would have had
	 */
	Duration delay();

	/**
	 * Returns the reservation as a decision: {@code remaining} is what may be taken at
	 * once after it, {@code retryAfter} of a refused one is its {@link #delay()}.
	 * @return the decision, {@link Decision#isEnforced() not enforced} if Redis was
	 * unavailable
	 */
	Decision decision();

	/**
	 * Sleeps until the delay has passed since the reply; returns at once if it has.
	 * @throws InterruptedException if the thread is interrupted before; the reservation
	 * is cancelled then. If Redis cannot be reached for that, its exception is suppressed
	 * in this one and the cost stays charged
	 * @throws IllegalStateException if the reservation was refused, or if there is
	 * something to wait for and the calling thread serves connections of the client; the
	 * cost stays charged
	 */
	void await() throws InterruptedException;

	/**
	 * Gives the cost back to every limit of the policy, or to none if that would let the
	 * limits admit too much. One script, one round trip, and none if the outcome is
	 * already known.
	 *
	 * <p>
	 * If the subject took nothing since, everything is as before the reservation. If it
	 * did, later reservations already have their moments, and the place cannot be given
	 * to another caller without admitting too much in some span: it stays charged and
	 * unused. Only a policy that consists of a sliding window log, which stores every
	 * moment, gives every reservation back.
	 *
	 * <p>
	 * Idempotent: a repeated call gives nothing back once more, also when the reply to
	 * the first was lost, and answers as the first did. Do not cancel a spent
	 * reservation.
	 * @return whether nothing of the cost is charged any more; false if another
	 * reservation came after, or if there was nothing to cancel because the reservation
	 * was refused or Redis did not make it
	 * @throws RedisUnavailableException if no answer came in time; calling again is
	 * harmless
	 * @throws RedisCommandException if a key of the subject holds something else
	 */
	boolean cancel();

	/**
	 * {@link #cancel()} without blocking.
	 * @return completes with the result of the blocking call, or exceptionally with what
	 * it throws, never wrapped
	 */
	CompletionStage<Boolean> cancelAsync();

}
