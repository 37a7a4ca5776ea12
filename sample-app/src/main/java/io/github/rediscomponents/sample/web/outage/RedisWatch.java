// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web.outage;

import java.time.Duration;
import java.util.function.LongSupplier;

import io.github.rediscomponents.RedisUnavailableException;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.stereotype.Component;

/**
 * Remembers that Redis did not answer a moment ago, so that a request waits for it once
 * and not at every step. A client gives up after two seconds.
 *
 * <p>
 * Logs an outage when it begins and when it is over. What Redis refuses while it answers
 * other calls is logged once for each purpose.
 */
@Component
public class RedisWatch {

	private static final long RECENT = Duration.ofSeconds(1).toNanos();

	private static final String AWAY = "away";

	private final LongSupplier nanos;

	private final OutageLog outages;

	private volatile boolean failing;

	private volatile long lastFailure;

	@Autowired
	public RedisWatch() {
		this(System::nanoTime);
	}

	RedisWatch(LongSupplier nanos) {
		this.nanos = nanos;
		this.outages = new OutageLog(LoggerFactory.getLogger(RedisWatch.class), "Redis", nanos);
	}

	/**
	 * Records that Redis did not answer.
	 * @param what what cannot be done, or is done without Redis
	 * @param failure the reason
	 */
	public void failed(String what, Exception failure) {
		this.lastFailure = this.nanos.getAsLong();
		this.failing = true;
		this.outages.failed(isAbsence(failure) ? AWAY : what, what, failure);
	}

	private static boolean isAbsence(Exception failure) {
		return failure instanceof RedisUnavailableException || failure instanceof DataAccessResourceFailureException
				|| failure instanceof QueryTimeoutException;
	}

	/** Records that Redis answered. */
	public void answered() {
		this.failing = false;
		this.outages.answered();
	}

	/** Returns whether Redis should be skipped where possible. */
	public boolean isAway() {
		return this.failing && this.nanos.getAsLong() - this.lastFailure < RECENT;
	}

}
