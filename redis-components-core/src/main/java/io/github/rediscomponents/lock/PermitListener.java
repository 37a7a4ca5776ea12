package io.github.rediscomponents.lock;

import java.time.Duration;

/**
 * Tells a {@link SemaphoreListener} what happens to the leases of semaphores.
 *
 * @param listener whom to tell
 */
record PermitListener(SemaphoreListener listener) implements LockListener {

	@Override
	public void acquired(Lease lease, long waitedNanos) {
		this.listener.acquired(permit(lease), waitedNanos);
	}

	@Override
	public void notAcquired(String name, long waitedNanos) {
		this.listener.notAcquired(name, waitedNanos);
	}

	@Override
	public void released(Lease lease, ReleaseResult result, long heldNanos) {
		this.listener.released(permit(lease), result, heldNanos);
	}

	@Override
	public void lost(Lease lease, LossReason reason) {
		this.listener.lost(permit(lease), reason);
	}

	@Override
	public void renewalFailed(Lease lease, Duration remaining) {
		this.listener.renewalFailed(permit(lease), remaining);
	}

	private static Permit permit(Lease lease) {
		return new RedisPermit((RedisLease) lease);
	}

}
