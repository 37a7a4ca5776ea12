// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.ratelimit.RateLimiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Limits the codes that one address tries for one account, under the policy
 * {@code login-guess}. A client that guesses is stopped before its guesses take the
 * attempts of the code.
 */
@Component
class Guesses {

	private static final Logger log = LoggerFactory.getLogger(Guesses.class);

	private static final String POLICY = "login-guess";

	private final RateLimiter limiter;

	Guesses(RateLimiter limiter) {
		this.limiter = limiter;
	}

	/** Returns whether an address may try a code now, and counts the attempt. */
	boolean mayTry(Account account, String address) {
		return this.limiter.tryAcquire(POLICY, key(account, address)).allowed();
	}

	/** Takes back the newest attempt of an address. */
	void takeBack(Account account, String address) {
		try {
			this.limiter.refund(POLICY, key(account, address), 1);
		}
		catch (RedisComponentsException ex) {
			log.debug("Cannot take back an attempt of an address", ex);
		}
	}

	/** Resets an address that requested a new code or had the right one. */
	void forget(Account account, String address) {
		try {
			this.limiter.reset(POLICY, key(account, address));
		}
		catch (RedisComponentsException ex) {
			log.debug("Cannot reset the attempts of an address", ex);
		}
	}

	private static String key(Account account, String address) {
		return account.text() + '|' + address;
	}

}
