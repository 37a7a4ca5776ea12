// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;

/**
 * The answer to an attempt. If a policy has several limits, {@code remaining} and
 * {@code resetAfter} are those of the deciding limit: the one with the least remaining if
 * admitted, the one that refuses longest if refused.
 *
 * @param allowed whether the attempt was admitted and charged
 * @param decidedBy which limit of the policy decides; the first one if several are alike.
 * The limit with the smallest burst if none was checked, because Redis was unavailable
 * @param remaining how much may still be taken now, never more than {@link #limit()}; -1
 * if Redis was unavailable
 * @param retryAfter zero if admitted; otherwise the time after which the same attempt is
 * admitted if no other caller takes anything meanwhile. To the microsecond, by the clock
 * of Redis: not admitted a microsecond earlier
 * @param resetAfter the time after which the limit is as if never used by this subject,
 * if nothing else is taken
 * @since 1.0.0
 */
public record Decision(boolean allowed, Limit decidedBy, long remaining, Duration retryAfter, Duration resetAfter) {

	private static final Duration GUESS = Duration.ofSeconds(1);

	/**
	 * Returns how much an unused subject may take at once.
	 * @return the burst of the limit that decides, which for window algorithms is its
	 * {@code limit}
	 */
	public long limit() {
		return this.decidedBy.burst();
	}

	/**
	 * Returns whether Redis decided, now or with a refusal that still holds. It did not
	 * if it was unavailable and the policy is not {@link OnRedisFailure#FAIL}; then
	 * {@code remaining} is -1. With {@link OnRedisFailure#LOCAL} {@code retryAfter} of a
	 * refusal is when this process would admit it; otherwise it is a guess of one second.
	 * @return false if the policy's failure rule decided
	 */
	public boolean isEnforced() {
		return this.remaining >= 0;
	}

	static Decision notEnforced(boolean allowed, Limit decidedBy) {
		return new Decision(allowed, decidedBy, -1, allowed ? Duration.ZERO : GUESS, Duration.ZERO);
	}

	static Decision local(Limit decidedBy, Duration retryAfter) {
		return new Decision(retryAfter.isZero(), decidedBy, -1, retryAfter, Duration.ZERO);
	}

}
