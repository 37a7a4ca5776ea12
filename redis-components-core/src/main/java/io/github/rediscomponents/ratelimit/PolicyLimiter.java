// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * A {@link RateLimiter} for one policy. Its documentation applies to every call.
 *
 * <p>
 * A {@code key} names the subject that is limited (a user, a phone, an address): 1 to 400
 * characters. A {@code cost} is the number of permits of the attempt: at least 1, at most
 * the smallest {@code burst} of the policy's limits. A {@code maxWait} is at least zero
 * and at most {@link RatePolicy#longestWait()}, as a rule a day.
 *
 * @since 1.0.0
 */
public interface PolicyLimiter {

	/**
	 * Returns the policy's name.
	 * @return never empty
	 */
	String name();

	/**
	 * Takes 1. See {@link #tryAcquire(String, long)}.
	 * @param key the subject
	 * @return the decision
	 */
	default Decision tryAcquire(String key) {
		return tryAcquire(key, 1);
	}

	/**
	 * Takes {@code cost} from every limit of the policy if every one admits it, else
	 * nothing. Does not wait for a permit. One script, one round trip, however many
	 * limits; none while a remembered refusal holds
	 * ({@link RatePolicy#localRejections()}). Blocks for at most the port's timeout.
	 * @param key the subject
	 * @param cost the cost
	 * @return admitted or refused
	 * @throws IllegalArgumentException if {@code key} or {@code cost} is out of range: a
	 * cost above a limit's burst could never be admitted; or if the policy is no longer
	 * configured. Nothing was sent
	 * @throws RedisUnavailableException if no reply came in time and the policy is
	 * {@link OnRedisFailure#FAIL}; with an unknown outcome the cost may have been charged
	 * @throws RedisCommandException if a key of the subject holds something else; nothing
	 * was charged
	 */
	Decision tryAcquire(String key, long cost);

	/**
	 * {@link #tryAcquire(String, long)} without blocking.
	 * @param key the subject
	 * @param cost the cost
	 * @return completes with the decision, or exceptionally with what the blocking call
	 * throws, never wrapped; on a thread of the components that serves no connections
	 * @throws IllegalArgumentException as the blocking call, at once
	 */
	CompletionStage<Decision> tryAcquireAsync(String key, long cost);

	/**
	 * {@link #reserve(String, long, Duration) Reserves} and waits out the delay.
	 * @param key the subject
	 * @param cost the cost
	 * @param maxWait the longest to wait; zero is an attempt
	 * @return admitted, and then it may be spent now; or refused at once, without having
	 * waited, because the delay would have been longer: {@code retryAfter} is that delay
	 * @throws InterruptedException if the thread is interrupted while it waits; the
	 * reservation is cancelled as by {@link Reservation#await()}
	 * @throws IllegalArgumentException as {@link #reserve(String, long, Duration)}
	 * @throws RedisUnavailableException as {@link #reserve(String, long, Duration)}
	 * @throws RedisCommandException as {@link #reserve(String, long, Duration)}
	 */
	Decision tryAcquire(String key, long cost, Duration maxWait) throws InterruptedException;

	/**
	 * Takes 1, waiting for it as long as it takes. See {@link #acquire(String, long)}.
	 * @param key the subject
	 * @throws InterruptedException as {@link #acquire(String, long)}
	 */
	default void acquire(String key) throws InterruptedException {
		acquire(key, 1);
	}

	/**
	 * Takes {@code cost}, waiting for it as long as it takes: reserves, and sleeps for
	 * the delay. First come, first served among all processes; one script however long
	 * the wait.
	 * @param key the subject
	 * @param cost the cost
	 * @throws InterruptedException if the thread is interrupted while it waits; the
	 * reservation is cancelled as by {@link Reservation#await()}
	 * @throws IllegalArgumentException as {@link #tryAcquire(String, long)}
	 * @throws IllegalStateException if it would take longer than
	 * {@link RatePolicy#longestWait()}; nothing was charged
	 * @throws RedisUnavailableException if no answer came in time, unless the policy then
	 * admits
	 * @throws RedisCommandException as {@link #tryAcquire(String, long)}
	 */
	void acquire(String key, long cost) throws InterruptedException;

	/**
	 * Charges {@code cost} now for the first moment at which every limit of the policy
	 * admits it, and returns the delay until then. The subject is then charged as if the
	 * attempt had been made at that moment. No later attempt or reservation is admitted
	 * before those that were charged earlier. One script, one round trip.
	 *
	 * <p>
	 * While Redis is unavailable and the policy does not {@link OnRedisFailure#FAIL
	 * fail}, a reservation is an attempt: at once, or refused.
	 * @param key the subject
	 * @param cost the cost
	 * @param maxWait the longest accepted delay; zero reserves available permits only
	 * @return allowed with a delay of at most {@code maxWait}; or refused with the delay
	 * that it would have had, and nothing was charged
	 * @throws IllegalArgumentException as {@link #tryAcquire(String, long)}, or if
	 * {@code maxWait} is out of range
	 * @throws RedisUnavailableException as {@link #tryAcquire(String, long)}
	 * @throws RedisCommandException as {@link #tryAcquire(String, long)}
	 */
	Reservation reserve(String key, long cost, Duration maxWait);

	/**
	 * {@link #reserve(String, long, Duration)} without blocking.
	 * @param key the subject
	 * @param cost the cost
	 * @param maxWait the longest accepted delay
	 * @return completes with the reservation, or exceptionally with what the blocking
	 * call throws, never wrapped; on a thread of the components that serves no
	 * connections
	 * @throws IllegalArgumentException as the blocking call, at once
	 */
	CompletionStage<Reservation> reserveAsync(String key, long cost, Duration maxWait);

	/**
	 * Gives back the newest {@code cost} units that the subject took, because they were
	 * not used after all: from then on it is as if they had never been taken, and never
	 * more than in a fresh subject. Buckets regain what had not come back yet; a sliding
	 * window log drops its newest units; the windows lower the count of the running
	 * window, the sliding window counter then that of the one before. One script, one
	 * round trip, in all limits at once.
	 *
	 * <p>
	 * Nothing is given back while a reservation lies ahead, because it is the newest
	 * charge: only its holder can {@link Reservation#cancel() cancel} it, and a unit from
	 * before it could only be handed out by admitting too much after it. The same holds
	 * for a bucket or a sliding window counter that is over its limit since the limit was
	 * lowered.
	 * @param key the subject
	 * @param cost the cost, in the same range as for an attempt
	 * @return false if nothing was given back because a reservation lies ahead; true
	 * otherwise, also when there was less to give back than {@code cost}
	 * @throws IllegalArgumentException as {@link #tryAcquire(String, long)}
	 * @throws RedisUnavailableException if no answer came in time, with any policy; with
	 * an unknown outcome it may have been given back, and repeating the call may give it
	 * back twice. (A repetition by the driver takes effect once.)
	 * @throws RedisCommandException as {@link #tryAcquire(String, long)}
	 */
	boolean refund(String key, long cost);

	/**
	 * Returns the present answer of {@link #tryAcquire(String)}, except that nothing is
	 * taken. See {@link #peek(String, long)}.
	 * @param key the subject
	 * @return the decision that would be made
	 */
	default Decision peek(String key) {
		return peek(key, 1);
	}

	/**
	 * Returns the present answer of {@link #tryAcquire(String, long)}, except that
	 * nothing is taken and {@code remaining} is the present rest. One script, one round
	 * trip.
	 * @param key the subject
	 * @param cost the cost
	 * @return the decision that would be made
	 * @throws IllegalArgumentException as {@link #tryAcquire(String, long)}
	 * @throws RedisUnavailableException as {@link #tryAcquire(String, long)}
	 * @throws RedisCommandException as {@link #tryAcquire(String, long)}
	 */
	Decision peek(String key, long cost);

	/**
	 * Resets a subject, in all limits at once; reservations that lie ahead are forgotten,
	 * but their holders do not know. One command. A reservation from before is not to be
	 * {@link Reservation#cancel() cancelled}: in a fixed window or a sliding window
	 * counter that can give back a unit that was taken since.
	 * @param key the subject
	 * @throws IllegalArgumentException if {@code key} is out of range
	 * @throws RedisUnavailableException if no answer came in time, with any policy;
	 * repeating is harmless
	 */
	void reset(String key);

}
