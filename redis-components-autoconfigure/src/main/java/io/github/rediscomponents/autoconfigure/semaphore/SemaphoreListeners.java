package io.github.rediscomponents.autoconfigure.semaphore;

import java.time.Duration;
import java.util.List;

import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.Permit;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.lock.SemaphoreListener;

/**
 * All listeners of an application as one: its own and the meters.
 *
 * @param all the listeners
 */
record SemaphoreListeners(List<SemaphoreListener> all) implements SemaphoreListener {

	@Override
	public void acquired(Permit permit, long waitedNanos) {
		this.all.forEach((listener) -> listener.acquired(permit, waitedNanos));
	}

	@Override
	public void notAcquired(String name, long waitedNanos) {
		this.all.forEach((listener) -> listener.notAcquired(name, waitedNanos));
	}

	@Override
	public void released(Permit permit, ReleaseResult result, long heldNanos) {
		this.all.forEach((listener) -> listener.released(permit, result, heldNanos));
	}

	@Override
	public void lost(Permit permit, LossReason reason) {
		this.all.forEach((listener) -> listener.lost(permit, reason));
	}

	@Override
	public void renewalFailed(Permit permit, Duration remaining) {
		this.all.forEach((listener) -> listener.renewalFailed(permit, remaining));
	}

}
