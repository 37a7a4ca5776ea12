// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.time.Duration;

import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.PolicyLimiter;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;

/**
 * The same with a {@link RateLimiter}.
 */
public class AfterLimit {

	private final PolicyLimiter codes;

	public AfterLimit(RateLimiter limiter) {
		this.codes = limiter.policy(RatePolicy.of("login-code", Limit.slidingWindow(1, Duration.ofMinutes(1))));
	}

	public boolean maySend(String phone) {
		return this.codes.tryAcquire(phone).allowed();
	}

}
