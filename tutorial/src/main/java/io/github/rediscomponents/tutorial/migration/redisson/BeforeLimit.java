// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.time.Duration;

import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;

/**
 * One code a minute for each phone, by a limiter of Redisson.
 */
public class BeforeLimit {

	private final RedissonClient redisson;

	public BeforeLimit(RedissonClient redisson) {
		this.redisson = redisson;
	}

	public boolean maySend(String phone) {
		RRateLimiter limiter = this.redisson.getRateLimiter("login-code:" + phone);
		limiter.trySetRate(RateType.OVERALL, 1, Duration.ofMinutes(1), Duration.ofMinutes(5));
		return limiter.tryAcquire();
	}

}
