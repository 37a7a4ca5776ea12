// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Limits how often something may happen per subject, over all processes that share a
 * Redis. Policies come from the settings, by name, or with the call.
 *
 * <p>
 * <b>Guarantee.</b> Never more is admitted than the algorithm's definition allows
 * ({@link Algorithm}), under any concurrency: time is that of Redis, read in the script
 * that decides, and callers send durations only, so their clocks do not matter. Refused
 * attempts cost nothing and prolong nothing. It holds while the primary keeps its data
 * and its clock runs forward: after a failover the last charges may be forgotten; a
 * server clock that was set back makes limits stricter until it has caught up.
 *
 * <p>
 * <b>Repetition.</b> No call is repeated here. When a reply is lost after the server
 * executed, and the caller (or the driver, after a reconnect) repeats the attempt, it is
 * charged twice: too much may be charged then, too much is never admitted. Calls that
 * give permits back are marked, so that a repetition by the driver takes effect once.
 *
 * <p>
 * <b>Settings.</b> Limits travel with each call; a changed policy counts from the next
 * call on and keeps the state of the subjects as documented at {@link Algorithm}.
 *
 * <p>
 * <b>Keys.</b> One per limit and subject,
 * {@code <prefix>:rate:{<policy>:<key>}:<algorithm's letter><period>}, all of a subject
 * in one slot. Each expires when it is as if never used. Strings, for the sliding window
 * log a list. Beside them {@code ...:x<uuid>} marks what was given back: a refund for a
 * few seconds, a reservation for as long as it could have counted.
 *
 * <p>
 * <b>Cost.</b> One EVALSHA per attempt or reservation, admitted or refused. Safe for any
 * number of threads; holds no connection of its own.
 *
 * @since 1.0.0
 */
public interface RateLimiter {

	/**
	 * Creates a rate limiter. Sends nothing.
	 * @param redis the port to Redis
	 * @param keys names the keys
	 * @param settings the named policies, read at each call
	 * @return a rate limiter
	 */
	static RateLimiter create(RedisPort redis, KeySpace keys, LiveSettings<RateLimitSettings> settings) {
		return create(redis, keys, settings, RateLimitObserver.NONE);
	}

	/**
	 * Creates an observed rate limiter. Sends nothing.
	 * @param redis the port to Redis
	 * @param keys names the keys
	 * @param settings the named policies, read at each call
	 * @param observer receives every decision
	 * @return a rate limiter
	 */
	static RateLimiter create(RedisPort redis, KeySpace keys, LiveSettings<RateLimitSettings> settings,
			RateLimitObserver observer) {
		return new RedisRateLimiter(CommandPort.of(redis), keys, settings, observer, System::nanoTime);
	}

	/**
	 * Returns the policies that are configured now.
	 * @return in the order of their names; immutable
	 */
	List<RatePolicy> policies();

	/**
	 * Returns the decisions of this process, and the subjects that were refused most
	 * often. Sends nothing.
	 * @return the decisions at one moment
	 */
	RateLimitActivity activity();

	/**
	 * Returns the view of a configured policy. The policy is looked up by its name at
	 * each call.
	 * @param name the policy's name
	 * @return a view, may be kept
	 * @throws IllegalArgumentException if no such policy is configured now; the message
	 * lists those that are
	 */
	PolicyLimiter policy(String name);

	/**
	 * Returns the view of a policy that is given here. It counts together with a
	 * configured policy of the same name, as far as their limits have the same algorithm
	 * and period.
	 * @param policy the policy
	 * @return a view, may be kept
	 */
	PolicyLimiter policy(RatePolicy policy);

	/**
	 * Takes 1 under a configured policy.
	 * @param policy the policy's name
	 * @param key the subject
	 * @return as {@link PolicyLimiter#tryAcquire(String, long)}, exceptions included
	 * @throws IllegalArgumentException if no such policy is configured
	 */
	default Decision tryAcquire(String policy, String key) {
		return policy(policy).tryAcquire(key, 1);
	}

	/**
	 * Takes {@code cost} under a configured policy.
	 * @param policy the policy's name
	 * @param key the subject
	 * @param cost the cost
	 * @return as {@link PolicyLimiter#tryAcquire(String, long)}, exceptions included
	 * @throws IllegalArgumentException if no such policy is configured
	 */
	default Decision tryAcquire(String policy, String key, long cost) {
		return policy(policy).tryAcquire(key, cost);
	}

	/**
	 * Takes {@code cost} under a policy that is given here.
	 * @param policy the policy
	 * @param key the subject
	 * @param cost the cost
	 * @return as {@link PolicyLimiter#tryAcquire(String, long)}, exceptions included
	 */
	default Decision tryAcquire(RatePolicy policy, String key, long cost) {
		return policy(policy).tryAcquire(key, cost);
	}

	/**
	 * Takes {@code cost} under a configured policy without blocking.
	 * @param policy the policy's name
	 * @param key the subject
	 * @param cost the cost
	 * @return as {@link PolicyLimiter#tryAcquireAsync(String, long)}
	 * @throws IllegalArgumentException if no such policy is configured
	 */
	default CompletionStage<Decision> tryAcquireAsync(String policy, String key, long cost) {
		return policy(policy).tryAcquireAsync(key, cost);
	}

	/**
	 * Takes {@code cost} under a policy that is given here without blocking.
	 * @param policy the policy
	 * @param key the subject
	 * @param cost the cost
	 * @return as {@link PolicyLimiter#tryAcquireAsync(String, long)}
	 */
	default CompletionStage<Decision> tryAcquireAsync(RatePolicy policy, String key, long cost) {
		return policy(policy).tryAcquireAsync(key, cost);
	}

	/**
	 * Takes {@code cost} under a configured policy, waiting for at most {@code maxWait}.
	 * @param policy the policy's name
	 * @param key the subject
	 * @param cost the cost
	 * @param maxWait the longest to wait
	 * @return as {@link PolicyLimiter#tryAcquire(String, long, Duration)}, exceptions
	 * included
	 * @throws InterruptedException if the thread is interrupted while it waits
	 * @throws IllegalArgumentException if no such policy is configured
	 */
	default Decision tryAcquire(String policy, String key, long cost, Duration maxWait) throws InterruptedException {
		return policy(policy).tryAcquire(key, cost, maxWait);
	}

	/**
	 * Takes {@code cost} under a configured policy, waiting for it as long as it takes.
	 * @param policy the policy's name
	 * @param key the subject
	 * @param cost the cost
	 * @throws InterruptedException if the thread is interrupted while it waits
	 * @throws IllegalArgumentException if no such policy is configured; further
	 * exceptions as {@link PolicyLimiter#acquire(String, long)}
	 */
	default void acquire(String policy, String key, long cost) throws InterruptedException {
		policy(policy).acquire(key, cost);
	}

	/**
	 * Charges {@code cost} ahead under a configured policy.
	 * @param policy the policy's name
	 * @param key the subject
	 * @param cost the cost
	 * @param maxWait the longest accepted delay
	 * @return as {@link PolicyLimiter#reserve(String, long, Duration)}, exceptions
	 * included
	 * @throws IllegalArgumentException if no such policy is configured
	 */
	default Reservation reserve(String policy, String key, long cost, Duration maxWait) {
		return policy(policy).reserve(key, cost, maxWait);
	}

	/**
	 * Charges {@code cost} ahead under a configured policy without blocking.
	 * @param policy the policy's name
	 * @param key the subject
	 * @param cost the cost
	 * @param maxWait the longest accepted delay
	 * @return as {@link PolicyLimiter#reserveAsync(String, long, Duration)}
	 * @throws IllegalArgumentException if no such policy is configured
	 */
	default CompletionStage<Reservation> reserveAsync(String policy, String key, long cost, Duration maxWait) {
		return policy(policy).reserveAsync(key, cost, maxWait);
	}

	/**
	 * Gives back the newest {@code cost} units under a configured policy.
	 * @param policy the policy's name
	 * @param key the subject
	 * @param cost the cost
	 * @return as {@link PolicyLimiter#refund(String, long)}, exceptions included
	 * @throws IllegalArgumentException if no such policy is configured
	 */
	default boolean refund(String policy, String key, long cost) {
		return policy(policy).refund(key, cost);
	}

	/**
	 * Looks, under a configured policy, without taking anything.
	 * @param policy the policy's name
	 * @param key the subject
	 * @return as {@link PolicyLimiter#peek(String)}, exceptions included
	 * @throws IllegalArgumentException if no such policy is configured
	 */
	default Decision peek(String policy, String key) {
		return policy(policy).peek(key);
	}

	/**
	 * Resets a subject, under a configured policy.
	 * @param policy the policy's name
	 * @param key the subject
	 * @throws IllegalArgumentException if no such policy is configured; further
	 * exceptions as {@link PolicyLimiter#reset(String)}
	 */
	default void reset(String policy, String key) {
		policy(policy).reset(key);
	}

}
