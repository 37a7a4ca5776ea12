package io.github.rediscomponents.ratelimit;

import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * A {@link RateLimiter} for one policy. See there for what holds for every call.
 *
 * <p>
 * A {@code key} names the subject that is limited (a user, a phone, an address): 1 to 400
 * characters. A {@code cost} is what the attempt takes: at least 1, at most the smallest
 * {@code burst} of the policy's limits.
 */
public interface PolicyLimiter {

	/**
	 * The policy's name.
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
	 * limits; blocks for at most the port's timeout.
	 * @param key the subject
	 * @param cost how much
	 * @return admitted or refused
	 * @throws IllegalArgumentException if {@code key} or {@code cost} is out of range: a
	 * cost above a limit's burst could never be admitted; or if the policy is no longer
	 * configured. Nothing was sent
	 * @throws RedisUnavailableException if no answer came in time and the policy says
	 * {@link OnRedisFailure#FAIL}; with an unknown outcome the cost may have been charged
	 * @throws RedisErrorException if a key of the subject holds something else; nothing
	 * was charged
	 */
	Decision tryAcquire(String key, long cost);

	/**
	 * {@link #tryAcquire(String, long)} without blocking.
	 * @param key the subject
	 * @param cost how much
	 * @return completes with the decision, or exceptionally with what the blocking call
	 * throws, never wrapped
	 * @throws IllegalArgumentException as the blocking call, at once
	 */
	CompletionStage<Decision> tryAcquireAsync(String key, long cost);

	/**
	 * What {@link #tryAcquire(String)} would answer now, except that nothing is taken and
	 * {@code remaining} is what there is. One script, one round trip.
	 * @param key the subject
	 * @return the decision that would be made
	 * @throws IllegalArgumentException as {@link #tryAcquire(String, long)}
	 * @throws RedisUnavailableException as {@link #tryAcquire(String, long)}
	 * @throws RedisErrorException as {@link #tryAcquire(String, long)}
	 */
	Decision peek(String key);

	/**
	 * Makes a subject as if never used, in all limits at once. One command.
	 * @param key the subject
	 * @throws IllegalArgumentException if {@code key} is out of range
	 * @throws RedisUnavailableException if no answer came in time, whatever the policy
	 * says; repeating is harmless
	 */
	void reset(String key);

}
