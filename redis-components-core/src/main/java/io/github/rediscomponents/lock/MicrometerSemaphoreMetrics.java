package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * {@link SemaphoreListener} on Micrometer: the meters of {@link MicrometerLockMetrics}
 * under {@code redis.components.semaphore}. Several permits that were acquired at once
 * count once. Never has a name as a tag. Needs {@code micrometer-core} on the class path.
 */
public final class MicrometerSemaphoreMetrics implements SemaphoreListener {

	private final HoldMeters meters;

	/**
	 * Creates the adapter; its meters are registered at once.
	 * @param registry where
	 */
	public MicrometerSemaphoreMetrics(MeterRegistry registry) {
		this.meters = new HoldMeters(registry, "redis.components.semaphore.");
	}

	@Override
	public void acquired(Permit permit, long waitedNanos) {
		this.meters.acquired.record(waitedNanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void notAcquired(String name, long waitedNanos) {
		this.meters.timedOut.record(waitedNanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void released(Permit permit, ReleaseResult result, long heldNanos) {
		this.meters.held[result.ordinal()].record(heldNanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void lost(Permit permit, LossReason reason) {
		this.meters.lost[reason.ordinal()].increment();
	}

	@Override
	public void renewalFailed(Permit permit, Duration remaining) {
		this.meters.renewalFailures.increment();
	}

}
