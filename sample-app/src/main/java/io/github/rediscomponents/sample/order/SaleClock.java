// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisServerCommands;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * The clock of Redis, which decides when a sale is over. Asked for once in ten seconds by
 * one thread; while Redis does not answer, the time goes on from its last answer, and
 * Redis is asked again after a second. There is no time before its first answer: the
 * clock of this process may be wrong.
 */
@Component
class SaleClock {

	private static final long ASK_AGAIN_NANOS = Duration.ofSeconds(10).toNanos();

	private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

	private final StringRedisTemplate redis;

	private final LongSupplier nanos;

	/** Held by the thread that asks. */
	private final Lock asking = new ReentrantLock();

	private volatile @Nullable Reading last;

	private volatile @Nullable DataAccessException failure;

	/** When to ask again. */
	private volatile long next;

	@Autowired
	SaleClock(StringRedisTemplate redis) {
		this(redis, System::nanoTime);
	}

	SaleClock(StringRedisTemplate redis, LongSupplier nanos) {
		this.redis = redis;
		this.nanos = nanos;
	}

	/**
	 * Returns whether a sale is over.
	 * @throws DataAccessException if Redis has not answered yet
	 */
	boolean isOver(SaleTerms terms) {
		return millis() >= terms.end();
	}

	/**
	 * Returns the local time of the server's zone.
	 * @throws DataAccessException if Redis has not answered yet
	 */
	LocalDateTime local() {
		return SaleTerms.local(Instant.ofEpochMilli(millis()));
	}

	private long millis() {
		Reading reading = this.last;
		if (reading == null) {
			reading = first();
		}
		else if (isDue() && this.asking.tryLock()) {
			try {
				Reading asked = isDue() ? ask() : this.last;
				reading = (asked != null) ? asked : reading;
			}
			finally {
				this.asking.unlock();
			}
		}
		return reading.millis() + Duration.ofNanos(this.nanos.getAsLong() - reading.nanos()).toMillis();
	}

	/** Waits for the answer, also for that to another thread. */
	private Reading first() {
		try {
			this.asking.lockInterruptibly();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RedisConnectionFailureException("Interrupted before Redis told its time", ex);
		}
		try {
			Reading reading = this.last;
			if (reading == null && (this.failure == null || isDue())) {
				reading = ask();
			}
			if (reading == null) {
				throw new RedisConnectionFailureException("Redis has not told its time yet", this.failure);
			}
			return reading;
		}
		finally {
			this.asking.unlock();
		}
	}

	private boolean isDue() {
		return this.nanos.getAsLong() - this.next >= 0;
	}

	private @Nullable Reading ask() {
		try {
			Long millis = this.redis.execute((RedisCallback<Long>) RedisServerCommands::time);
			Reading reading = new Reading(Objects.requireNonNull(millis), this.nanos.getAsLong());
			this.last = reading;
			this.next = reading.nanos() + ASK_AGAIN_NANOS;
			return reading;
		}
		catch (DataAccessException ex) {
			this.failure = ex;
			this.next = this.nanos.getAsLong() + PAUSE_NANOS;
			return null;
		}
	}

	private record Reading(long millis, long nanos) {
	}

}
