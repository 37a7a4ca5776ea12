package io.github.rediscomponents.social;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.support.RedisPort;

/**
 * Ids for what the driver may repeat: unique to this process and its count.
 */
final class OperationIds {

	private final String origin = HexFormat.of().toHexDigits(new SecureRandom().nextLong());

	private final AtomicLong count = new AtomicLong();

	String next() {
		return this.origin + Long.toHexString(this.count.incrementAndGet());
	}

	/** For how long the driver can repeat something. */
	static long millis(RedisPort redis) {
		Duration twice = redis.timeout().multipliedBy(2);
		return Math.max(1000, twice.toMillis());
	}

}
