// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.util.Locale;

import io.github.rediscomponents.lock.campaign.CampaignTarget;

/**
 * What a contender wrote down of one lease. Moments are those of
 * {@link System#nanoTime()}, which on one machine is the same clock in all processes.
 *
 * @param contender whose lease it was
 * @param target the name
 * @param kind what it was a lease of
 * @param weight how much of the target's capacity it took
 * @param token its fencing token
 * @param asked before the acquisition was begun
 * @param begun after it had returned
 * @param validAt read for the last time before {@link Lease#isValid()} was true, so that
 * it was held for certain from {@code begun} until then; 0 if it never was
 * @param ended after it was released; 0 if its process did not come so far
 * @param ending how it ended
 */
public record HeldLease(String contender, CampaignTarget target, LockKind kind, int weight, long token, long asked,
		long begun, long validAt, long ended, Ending ending) {

	/** Whether there is a time in which it was held for certain. */
	public boolean certain() {
		return this.validAt != 0;
	}

	public boolean excludes(int otherWeight) {
		return this.weight + otherWeight > this.target.capacity();
	}

	@Override
	public String toString() {
		return String.format(Locale.ROOT,
				"%s %s (weight %d) of %s: token %d, asked %d, begun %d, valid for certain until %d (%.3f ms), %s at %d",
				this.target, this.kind, this.weight, this.contender, this.token, this.asked, this.begun, this.validAt,
				(this.validAt - this.begun) / 1e6, this.ending, this.ended);
	}

	/** How a lease ended. */
	public enum Ending {

		/** It did not, as far as was written down. */
		UNFINISHED,

		/** {@link ReleaseResult#RELEASED}. */
		RELEASED,

		/** {@link ReleaseResult#UNKNOWN}. */
		UNKNOWN,

		/** {@link LossReason#EXPIRED}. */
		EXPIRED,

		/** {@link LossReason#REMOVED}. */
		REMOVED,

		/** {@link LossReason#MAX_HOLD}. */
		MAX_HOLD,

		/** {@link LossReason#OWNER_DIED}. */
		OWNER_DIED

	}

}
