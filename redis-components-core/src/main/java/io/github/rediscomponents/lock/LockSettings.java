package io.github.rediscomponents.lock;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Settings of all locks. New settings hold for leases acquired after the swap.
 *
 * @param lease for how long a renewed lock is held at a time, 100 ms to 24 h; renewed
 * every third of it, and the longest that a lock stays taken after its process died
 * @param pollBound the longest that a waiter sleeps before it looks again by itself, 10
 * ms to 1 min
 * @param driftMargin which part of a lease this process does without, because its clock
 * and the server's may not run equally fast; 0 to 0.5
 * @param tokenRetention how long the last fencing token of a lock is remembered after its
 * lease, 1 min to 365 days
 * @param replicaTimeout how long replicas may take to acknowledge an acquisition that
 * asks for them, 1 ms to 1 min
 */
public record LockSettings(Duration lease, Duration pollBound, double driftMargin, Duration tokenRetention,
		Duration replicaTimeout) {

	private static final LockSettings DEFAULTS = new LockSettings(Duration.ofSeconds(30), Duration.ofMillis(500), 0.01,
			Duration.ofHours(24), Duration.ofSeconds(1));

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is null or out of range
	 */
	public LockSettings {
		check("lease", lease, Duration.ofMillis(100), Duration.ofHours(24));
		check("poll-bound", pollBound, Duration.ofMillis(10), Duration.ofMinutes(1));
		if (!(driftMargin >= 0 && driftMargin <= 0.5)) {
			throw new IllegalArgumentException("lock.drift-margin must be between 0 and 0.5, was " + driftMargin);
		}
		check("token-retention", tokenRetention, Duration.ofMinutes(1), Duration.ofDays(365));
		check("replica-timeout", replicaTimeout, Duration.ofMillis(1), Duration.ofMinutes(1));
	}

	/**
	 * 30 s, 500 ms, 0.01, 24 h, 1 s.
	 * @return the default settings
	 */
	public static LockSettings defaults() {
		return DEFAULTS;
	}

	public LockSettings withLease(Duration other) {
		return new LockSettings(other, this.pollBound, this.driftMargin, this.tokenRetention, this.replicaTimeout);
	}

	public LockSettings withPollBound(Duration other) {
		return new LockSettings(this.lease, other, this.driftMargin, this.tokenRetention, this.replicaTimeout);
	}

	public LockSettings withDriftMargin(double other) {
		return new LockSettings(this.lease, this.pollBound, other, this.tokenRetention, this.replicaTimeout);
	}

	public LockSettings withTokenRetention(Duration other) {
		return new LockSettings(this.lease, this.pollBound, this.driftMargin, other, this.replicaTimeout);
	}

	public LockSettings withReplicaTimeout(Duration other) {
		return new LockSettings(this.lease, this.pollBound, this.driftMargin, this.tokenRetention, other);
	}

	private static void check(String name, @Nullable Duration value, Duration min, Duration max) {
		if (value == null || value.compareTo(min) < 0 || value.compareTo(max) > 0) {
			throw new IllegalArgumentException(
					"lock." + name + " must be between " + min + " and " + max + ", was " + value);
		}
	}

}
