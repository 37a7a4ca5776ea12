package io.github.rediscomponents.autoconfigure.lock;

import java.time.Duration;
import java.util.List;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockListener;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;

/**
 * All listeners of an application as one: its own and the meters.
 *
 * @param all the listeners
 */
record LockListeners(List<LockListener> all) implements LockListener {

	@Override
	public void acquired(Lease lease, long waitedNanos) {
		this.all.forEach((listener) -> listener.acquired(lease, waitedNanos));
	}

	@Override
	public void notAcquired(String name, long waitedNanos) {
		this.all.forEach((listener) -> listener.notAcquired(name, waitedNanos));
	}

	@Override
	public void released(Lease lease, ReleaseResult result, long heldNanos) {
		this.all.forEach((listener) -> listener.released(lease, result, heldNanos));
	}

	@Override
	public void lost(Lease lease, LossReason reason) {
		this.all.forEach((listener) -> listener.lost(lease, reason));
	}

	@Override
	public void renewalFailed(Lease lease, Duration remaining) {
		this.all.forEach((listener) -> listener.renewalFailed(lease, remaining));
	}

}
