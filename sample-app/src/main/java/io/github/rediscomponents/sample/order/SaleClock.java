// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisServerCommands;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * The clock of Redis, which decides when a sale is over. Asked for once in ten seconds;
 * while Redis does not answer, the clock of this process goes on from there.
 */
@Component
class SaleClock {

	private static final long ASK_AGAIN_NANOS = Duration.ofSeconds(10).toNanos();

	private final StringRedisTemplate redis;

	private volatile @Nullable Reading last;

	SaleClock(StringRedisTemplate redis) {
		this.redis = redis;
	}

	/** Returns whether a sale is over. */
	boolean isOver(SaleTerms terms) {
		return millis() >= terms.end();
	}

	/** Returns the local time of the server's zone. */
	LocalDateTime local() {
		return SaleTerms.local(Instant.ofEpochMilli(millis()));
	}

	private long millis() {
		Reading reading = this.last;
		if (reading == null || System.nanoTime() - reading.nanos() > ASK_AGAIN_NANOS) {
			reading = read(reading);
			this.last = reading;
		}
		return reading.millis() + Duration.ofNanos(System.nanoTime() - reading.nanos()).toMillis();
	}

	private Reading read(@Nullable Reading before) {
		try {
			Long millis = this.redis.execute((RedisCallback<Long>) RedisServerCommands::time);
			if (millis != null) {
				return new Reading(millis, System.nanoTime());
			}
		}
		catch (DataAccessException ex) {
			// Asked for again later.
		}
		return (before != null) ? before : new Reading(System.currentTimeMillis(), System.nanoTime());
	}

	private record Reading(long millis, long nanos) {
	}

}
