// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;

import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;

/**
 * Observes the permits of this process, for logs and meters. Acquisitions are reported on
 * the acquiring thread, releases on the releasing thread or a worker, everything else on
 * a worker. A slow observer delays its caller only. An exception of an observer is logged
 * and dropped.
 *
 * @since 1.0.0
 */
public interface SemaphoreObserver {

	/** Ignores everything. */
	SemaphoreObserver NONE = new SemaphoreObserver() {
	};

	/**
	 * Permits were acquired.
	 * @param permit the permit
	 * @param waitedNanos how long it took, the round trip included
	 */
	default void acquired(Permit permit, long waitedNanos) {
	}

	/**
	 * Permits were not acquired, because the time to wait passed.
	 * @param name the semaphore's name
	 * @param waitedNanos how long it took
	 */
	default void notAcquired(String name, long waitedNanos) {
	}

	/**
	 * A permit was released by its holder.
	 * @param permit the permit
	 * @param result the result of the release
	 * @param heldNanos how long it was held
	 */
	default void released(Permit permit, ReleaseResult result, long heldNanos) {
	}

	/**
	 * A permit was lost.
	 * @param permit the permit
	 * @param reason why
	 */
	default void lost(Permit permit, LossReason reason) {
	}

	/**
	 * A renewal got no answer. It is repeated while the permit is valid.
	 * @param permit the permit
	 * @param remaining how long the permit is still valid
	 */
	default void renewalFailed(Permit permit, Duration remaining) {
	}

}
