package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;

/**
 * For how long a lock is held: the caller's wishes together with the settings of the
 * moment.
 *
 * @param leaseMillis how long at a time
 * @param renewed whether it is renewed
 * @param maxHoldNanos when renewal ends, 0 for never
 * @param retentionMillis how long the tokens outlive the lease
 * @param drift which part of a lease this process does without
 * @param minReplicas how many replicas must have an acquisition
 * @param replicaTimeout how long they may take
 * @param owner the thread without which it is not renewed
 */
record Terms(long leaseMillis, boolean renewed, long maxHoldNanos, long retentionMillis, double drift, int minReplicas,
		Duration replicaTimeout, @Nullable Thread owner) {

	// The time to live of a key is in milliseconds.
	private static final long ROUNDING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	static Terms of(LockOptions options, LockSettings settings, @Nullable Thread owner) {
		Duration fixed = options.lease();
		Duration maxHold = options.maxHold();
		Duration lease = (fixed != null) ? fixed : settings.lease();
		return new Terms(lease.toMillis(), fixed == null, (maxHold != null) ? nanos(maxHold) : 0,
				settings.tokenRetention().toMillis(), settings.driftMargin(), options.minReplicas(),
				settings.replicaTimeout(), owner);
	}

	static long nanos(Duration duration) {
		return (duration.compareTo(Duration.ofDays(36_000)) < 0) ? duration.toNanos() : Long.MAX_VALUE / 4;
	}

	/**
	 * Until when this process may rely on a lease.
	 * @param startNanos when it began
	 * @param sentNanos when it was last acquired or renewed
	 */
	long deadline(long startNanos, long sentNanos, long millis) {
		long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
		long deadline = sentNanos + Math.max(0, nanos - (long) (nanos * this.drift) - ROUNDING_NANOS);
		long end = startNanos + this.maxHoldNanos;
		return (this.maxHoldNanos > 0 && end - deadline < 0) ? end : deadline;
	}

	boolean hasLeft(long sentNanos, long millis) {
		return deadline(sentNanos, sentNanos, millis) - System.nanoTime() > 0;
	}

	/**
	 * The next lease, shorter than usual when the longest time to hold is near.
	 */
	long nextLeaseMillis(long heldNanos) {
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
