// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;

import io.micrometer.core.instrument.MeterRegistry;

import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.support.HoldMeters;

/**
 * {@link SemaphoreObserver} on Micrometer: the meters of
 * {@link io.github.rediscomponents.lock.MicrometerLockObserver} under
 * {@code redis.components.semaphore}. Several permits that were acquired at once count
 * once. Never has a name as a tag. Needs {@code micrometer-core} on the class path.
 *
 * @since 1.0.0
 */
public final class MicrometerSemaphoreObserver implements SemaphoreObserver {

	private final HoldMeters meters;

	/**
	 * Creates the adapter; its meters are registered at once.
	 * @param registry where
	 */
	public MicrometerSemaphoreObserver(MeterRegistry registry) {
		this.meters = new HoldMeters(registry, "redis.components.semaphore.", ReleaseResult.values(),
				LossReason.values());
	}

	@Override
	public void acquired(Permit permit, long waitedNanos) {
		this.meters.acquired(waitedNanos);
	}

	@Override
	public void notAcquired(String name, long waitedNanos) {
		this.meters.notAcquired(waitedNanos);
	}

	@Override
	public void released(Permit permit, ReleaseResult result, long heldNanos) {
		this.meters.released(result, heldNanos);
	}

	@Override
	public void lost(Permit permit, LossReason reason) {
		this.meters.lost(reason);
	}

	@Override
	public void renewalFailed(Permit permit, Duration remaining) {
		this.meters.renewalFailed();
	}

}
