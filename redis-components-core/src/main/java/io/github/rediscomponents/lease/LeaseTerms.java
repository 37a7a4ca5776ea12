// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;

/**
 * The lease times of an acquisition: the caller's options together with the current
 * settings.
 *
 * @param leaseMillis how long at a time
 * @param renewed whether it is renewed
 * @param maxHoldNanos when renewal ends, 0 for never
 * @param retentionMillis how long the key outlives the lease
 * @param drift which part of a lease this process does without
 * @param owner the thread without which it is not renewed
 * @since 1.0.0
 */
public record LeaseTerms(long leaseMillis, boolean renewed, long maxHoldNanos, long retentionMillis, double drift,
		@Nullable Thread owner) {

	// The script cuts the server's time down to milliseconds.
	private static final long ROUNDING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	public static LeaseTerms of(LockOptions options, LockSettings settings, @Nullable Thread owner) {
		long retention = settings.tokenRetention().toMillis();
		if (options.lease() != null) {
			return new LeaseTerms(options.lease().toMillis(), false, 0, retention, settings.driftMargin(), owner);
		}
		long maxHold = (options.maxHold() != null) ? nanos(options.maxHold()) : 0;
		return new LeaseTerms(settings.lease().toMillis(), true, maxHold, retention, settings.driftMargin(), owner);
	}

	static long nanos(Duration duration) {
		return (duration.compareTo(Duration.ofDays(36_000)) < 0) ? duration.toNanos() : Long.MAX_VALUE / 4;
	}

	/**
	 * Until when this process may rely on a lease.
	 * @param startNanos when it began
	 * @param sentNanos when it was last acquired or renewed, before that was sent
	 */
	long deadline(long startNanos, long sentNanos, long millis) {
		long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
		long deadline = sentNanos + Math.max(0, nanos - (long) (nanos * this.drift) - ROUNDING_NANOS);
		long end = startNanos + this.maxHoldNanos;
		return (this.maxHoldNanos > 0 && end - deadline < 0) ? end : deadline;
	}

	boolean isHeldTooLong(long startNanos) {
		return this.maxHoldNanos > 0 && System.nanoTime() - startNanos >= this.maxHoldNanos;
	}

	/**
	 * The next lease, shorter than usual when the longest time to hold is near.
	 */
	public long nextLeaseMillis(long heldNanos) {
		if (this.maxHoldNanos == 0) {
			return this.leaseMillis;
		}
		long left = (long) ((this.maxHoldNanos - heldNanos + ROUNDING_NANOS) / (1 - this.drift) / 1e6) + 2;
		return Math.max(1, Math.min(this.leaseMillis, left));
	}

	long renewEveryNanos() {
		return TimeUnit.MILLISECONDS.toNanos(this.leaseMillis) / 3;
	}

}
