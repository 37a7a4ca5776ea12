// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.limit;

import io.github.rediscomponents.ratelimit.RateLimiter;

/**
 * The same with {@link RateLimiter}.
 */
public class LoginLimit {

	private final RateLimiter limiter;

	public LoginLimit(RateLimiter limiter) {
		this.limiter = limiter;
	}

	public boolean allowed(String user) {
		return this.limiter.tryAcquire("login", user).allowed();
	}

}
