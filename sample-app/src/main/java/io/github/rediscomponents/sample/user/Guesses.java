// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.ratelimit.RateLimiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Counts the codes that one address tries for one account, under the policy
 * {@code login-guess}. So the guesses of one client stop that client, before they are
 * compared with the code and take its attempts.
 */
@Component
class Guesses {

	private static final Logger log = LoggerFactory.getLogger(Guesses.class);

	private static final String POLICY = "login-guess";

	private final RateLimiter limiter;

	Guesses(RateLimiter limiter) {
		this.limiter = limiter;
	}

	/** Whether an address may try a code now; if so, it has tried one. */
	boolean mayTry(Account account, String address) {
		return this.limiter.tryAcquire(POLICY, key(account, address)).allowed();
	}

	/** An address begins anew: it has a new code, or had the right one. */
	void forget(Account account, String address) {
		try {
			this.limiter.reset(POLICY, key(account, address));
		}
		catch (RedisComponentsException ex) {
			log.debug("Earlier guesses still count", ex);
		}
	}

	private static String key(Account account, String address) {
		return account.text() + '|' + address;
	}

}
