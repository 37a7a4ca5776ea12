// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web.outage;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs an outage when it begins and when it is over, however many requests meet it. A
 * reason is logged once in an outage.
 */
class OutageLog {

	/** Without a failure for this long, an outage is over. */
	private static final Duration OVER = Duration.ofSeconds(5);

	private final Logger log;

	private final String subject;

	private final LongSupplier nanos;

	private volatile long lastFailure;

	/** The present outage, null while there is none. Changes under the lock of this. */
	private volatile @Nullable Outage outage;

	OutageLog(Logger log, String subject, LongSupplier nanos) {
		this.log = log;
		this.subject = subject;
		this.nanos = nanos;
	}

	/**
	 * Counts a failure, and logs the first of each reason.
	 * @param reason what is logged once
	 * @param what what cannot be done
	 * @param failure the failure
	 */
	void failed(String reason, String what, Exception failure) {
		long now = this.nanos.getAsLong();
		this.lastFailure = now;
		if (isFirst(now, reason)) {
			this.log.warn("{}; not logged again until {} has answered for {} s: {}", what, this.subject,
					OVER.toSeconds(), failure.toString());
		}
	}

	private synchronized boolean isFirst(long now, String reason) {
		Outage present = this.outage;
		if (present == null) {
			present = new Outage(now);
			this.outage = present;
		}
		present.failures++;
		return present.reasons.add(reason);
	}

	/** Ends an outage whose last failure is long enough ago. */
	void answered() {
		if (this.outage != null) {
			end(this.nanos.getAsLong());
		}
	}

	private synchronized void end(long now) {
		Outage present = this.outage;
		if (present != null && now - this.lastFailure >= OVER.toNanos()) {
			this.outage = null;
			this.log.warn("{} answers again; {} calls failed in {} ms", this.subject, present.failures,
					Duration.ofNanos(this.lastFailure - present.begin).toMillis());
		}
	}

	/** The failures since the last end. */
	private static final class Outage {

		private final long begin;

		private final Set<String> reasons = new HashSet<>();

		private long failures;

		Outage(long begin) {
			this.begin = begin;
		}

	}

}
