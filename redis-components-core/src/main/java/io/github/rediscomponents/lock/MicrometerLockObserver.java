// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;

import io.micrometer.core.instrument.MeterRegistry;

import io.github.rediscomponents.support.HoldMeters;

/**
 * {@link LockObserver} on Micrometer: {@code redis.components.lock.acquire} (timer, how
 * long was waited) by {@code outcome}, {@code redis.components.lock.hold} (timer) by
 * {@code result}, {@code redis.components.lock.lost} by {@code reason} and
 * {@code redis.components.lock.renewal.failures}. Never has a name as a tag. Needs
 * {@code micrometer-core} on the class path.
 *
 * @since 1.0.0
 */
public final class MicrometerLockObserver implements LockObserver {

	private final HoldMeters meters;

	/**
	 * Creates the adapter; its meters are registered at once.
	 * @param registry where
	 */
	public MicrometerLockObserver(MeterRegistry registry) {
		this.meters = new HoldMeters(registry, "redis.components.lock.", ReleaseResult.values(), LossReason.values());
	}

	@Override
	public void acquired(Lease lease, long waitedNanos) {
		this.meters.acquired(waitedNanos);
	}

	@Override
	public void notAcquired(String name, long waitedNanos) {
		this.meters.notAcquired(waitedNanos);
	}

	@Override
	public void released(Lease lease, ReleaseResult result, long heldNanos) {
		this.meters.released(result, heldNanos);
	}

	@Override
	public void lost(Lease lease, LossReason reason) {
		this.meters.lost(reason);
	}

	@Override
	public void renewalFailed(Lease lease, Duration remaining) {
		this.meters.renewalFailed();
	}

}
