// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;

/**
 * Settings of all locks. New settings hold for leases acquired after the swap. Immutable:
 * each {@code with} method returns a changed copy, and throws an
 * {@link IllegalArgumentException} that names the property if a value is out of its
 * range.
 *
 * @since 1.0.0
 */
public sealed interface LockSettings permits LockSettingsValues {

	/**
	 * 30 s, 500 ms, 0.01, 24 h, 1 s.
	 * @return the default settings
	 */
	static LockSettings defaults() {
		return LockSettingsValues.DEFAULTS;
	}

	/**
	 * For how long a renewed lock is held at a time, 100 ms to 24 h; renewed every third
	 * of it, and the longest that a lock stays taken after its process died.
	 */
	Duration lease();

	/**
	 * The longest that a waiter sleeps before it looks again by itself, 10 ms to 1 min.
	 */
	Duration pollBound();

	/**
	 * Which part of a lease this process does without, because its clock and the server's
	 * may not run equally fast; 0 to 0.5.
	 */
	double driftMargin();

	/**
	 * How long the last fencing token of a lock is remembered after its lease, 1 min to
	 * 365 days.
	 */
	Duration tokenRetention();

	/**
	 * How long replicas may take to acknowledge an acquisition that requires them, 1 ms
	 * to 1 min.
	 */
	Duration replicaTimeout();

	LockSettings withLease(Duration lease);

	LockSettings withPollBound(Duration pollBound);

	LockSettings withDriftMargin(double driftMargin);

	LockSettings withTokenRetention(Duration tokenRetention);

	LockSettings withReplicaTimeout(Duration replicaTimeout);

}
