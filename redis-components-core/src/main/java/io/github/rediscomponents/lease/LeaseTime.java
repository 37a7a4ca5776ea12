// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

import io.github.rediscomponents.lock.LossReason;

/**
 * When a lease began, until when this process may rely on it, and when its next renewal
 * is due. Every time is {@link System#nanoTime()}, taken before the request was sent.
 *
 * @since 1.0.0
 */
final class LeaseTime {

	private static final AtomicLongFieldUpdater<LeaseTime> DEADLINE = AtomicLongFieldUpdater.newUpdater(LeaseTime.class,
			"deadlineNanos");

	private final LeaseTerms terms;

	private final long startNanos;

	private volatile long deadlineNanos;

	private volatile long dueNanos;

	LeaseTime(LeaseTerms terms, long sentNanos, long leaseMillis) {
		this.terms = terms;
		this.startNanos = sentNanos;
		this.deadlineNanos = terms.deadline(sentNanos, sentNanos, leaseMillis);
		this.dueNanos = sentNanos + terms.renewEveryNanos();
	}

	LeaseTerms terms() {
		return this.terms;
	}

	long beganNanos() {
		return this.startNanos;
	}

	long heldNanos() {
		return System.nanoTime() - this.startNanos;
	}

	long deadlineNanos() {
		return this.deadlineNanos;
	}

	long remainingNanos() {
		return this.deadlineNanos - System.nanoTime();
	}

	/**
	 * Takes the answer to a renewal. An answer to a renewal that was sent before this
	 * time began is ignored.
	 * @return whether it counts
	 */
	boolean renewed(long sentNanos, long millis) {
		if (sentNanos - this.startNanos < 0) {
			return false;
		}
		long longer = this.terms.deadline(this.startNanos, sentNanos, millis);
		DEADLINE.accumulateAndGet(this, longer, (known, other) -> (other - known > 0) ? other : known);
		return true;
	}

	/** Returns for how long the next renewal should be. */
	long renewalMillis() {
		return this.terms.nextLeaseMillis(heldNanos());
	}

	long dueNanos() {
		return this.dueNanos;
	}

	void due(long nanos) {
		this.dueNanos = nanos;
	}

	/** Returns why a lease whose time is over was lost. */
	LossReason end() {
		return this.terms.isHeldTooLong(this.startNanos) ? LossReason.MAX_HOLD : LossReason.EXPIRED;
	}

}
