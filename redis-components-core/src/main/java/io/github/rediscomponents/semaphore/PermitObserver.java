// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;

import io.github.rediscomponents.lease.RedisLease;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;

/**
 * Notifies a {@link SemaphoreObserver} of the events of semaphores' leases.
 *
 * @param observer the observer
 */
record PermitObserver(SemaphoreObserver observer) implements LockObserver {

	@Override
	public void acquired(Lease lease, long waitedNanos) {
		this.observer.acquired(permit(lease), waitedNanos);
	}

	@Override
	public void notAcquired(String name, long waitedNanos) {
		this.observer.notAcquired(name, waitedNanos);
	}

	@Override
	public void released(Lease lease, ReleaseResult result, long heldNanos) {
		this.observer.released(permit(lease), result, heldNanos);
	}

	@Override
	public void lost(Lease lease, LossReason reason) {
		this.observer.lost(permit(lease), reason);
	}

	@Override
	public void renewalFailed(Lease lease, Duration remaining) {
		this.observer.renewalFailed(permit(lease), remaining);
	}

	private static Permit permit(Lease lease) {
		return new RedisPermit((RedisLease) lease);
	}

}
