// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;

/**
 * Observes the locks of this process, for logs and meters. Acquisitions are reported on
 * the acquiring thread, releases on the releasing thread or a worker, everything else on
 * a worker. A slow observer delays its caller only. An exception of an observer is logged
 * and dropped.
 *
 * @since 1.0.0
 */
public interface LockObserver {

	/** Ignores everything. */
	LockObserver NONE = new LockObserver() {
	};

	/**
	 * A lock was acquired.
	 * @param lease the lease
	 * @param waitedNanos how long it took, the round trip included
	 */
	default void acquired(Lease lease, long waitedNanos) {
	}

	/**
	 * A lock was not acquired, because the time to wait passed.
	 * @param name the lock's name
	 * @param waitedNanos how long it took
	 */
	default void notAcquired(String name, long waitedNanos) {
	}

	/**
	 * A lock was released by its holder.
	 * @param lease the lease
	 * @param result the result of the release
	 * @param heldNanos how long it was held
	 */
	default void released(Lease lease, ReleaseResult result, long heldNanos) {
	}

	/**
	 * A lock was lost.
	 * @param lease the lease
	 * @param reason why
	 */
	default void lost(Lease lease, LossReason reason) {
	}

	/**
	 * A renewal got no answer. It is repeated while the lease is valid.
	 * @param lease the lease
	 * @param remaining how long the lease is still valid
	 */
	default void renewalFailed(Lease lease, Duration remaining) {
	}

}
