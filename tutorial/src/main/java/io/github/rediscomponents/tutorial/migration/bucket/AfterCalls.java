// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.bucket;

import java.time.Duration;

import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.PolicyLimiter;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;

/**
 * The same with a {@link RateLimiter}.
 */
public class AfterCalls {

	private final PolicyLimiter calls;

	public AfterCalls(RateLimiter limiter) {
		this.calls = limiter.policy(RatePolicy.of("calls", Limit.tokenBucket(10, Duration.ofSeconds(1), 50)));
	}

	public boolean mayCall(String tenant) {
		return this.calls.tryAcquire(tenant).allowed();
	}

}
