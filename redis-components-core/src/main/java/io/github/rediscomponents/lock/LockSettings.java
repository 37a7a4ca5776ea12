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
	 * Returns a lease of 30 s, a poll bound of 500 ms, a drift margin of 0.01, a token
	 * retention of 24 h and a replica timeout of 1 s.
	 * @return the default settings
	 */
	static LockSettings defaults() {
		return LockSettingsValues.DEFAULTS;
	}

	/**
	 * Returns the lease of a lock that is renewed, 100 ms to 24 h. It is renewed every
	 * third of that time, and a lock stays taken for that long at most after its process
	 * died.
	 */
	Duration lease();

	/**
	 * Returns the longest time between two attempts of a waiter whose wake-up message is
	 * lost, 10 ms to 1 min.
	 */
	Duration pollBound();

	/**
	 * Returns the safety margin that is subtracted from each lease for clock drift, as a
	 * fraction of the lease, 0 to 0.5.
	 */
	double driftMargin();

	/**
	 * Returns the time for which the last fencing token of a lock is kept after its
	 * lease, 1 min to 365 days.
	 */
	Duration tokenRetention();

	/**
	 * Returns the longest time for replicas to acknowledge an acquisition that requires
	 * them, 1 ms to 1 min.
	 */
	Duration replicaTimeout();

	LockSettings withLease(Duration lease);

	LockSettings withPollBound(Duration pollBound);

	LockSettings withDriftMargin(double driftMargin);

	LockSettings withTokenRetention(Duration tokenRetention);

	LockSettings withReplicaTimeout(Duration replicaTimeout);

}
