package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * {@link LockListener} on Micrometer: {@code redis.components.lock.acquire} (timer, how
 * long was waited) by {@code outcome}, {@code redis.components.lock.hold} (timer) by
 * {@code result}, {@code redis.components.lock.lost} by {@code reason} and
 * {@code redis.components.lock.renewal.failures}. Never has a name as a tag. Needs
 * {@code micrometer-core} on the class path.
 */
public final class MicrometerLockMetrics implements LockListener {

	private final HoldMeters meters;

	/**
	 * Creates the adapter; its meters are registered at once.
	 * @param registry where
	 */
	public MicrometerLockMetrics(MeterRegistry registry) {
		this.meters = new HoldMeters(registry, "redis.components.lock.");
	}

	@Override
	public void acquired(Lease lease, long waitedNanos) {
		this.meters.acquired.record(waitedNanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void notAcquired(String name, long waitedNanos) {
		this.meters.timedOut.record(waitedNanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void released(Lease lease, ReleaseResult result, long heldNanos) {
		this.meters.held[result.ordinal()].record(heldNanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void lost(Lease lease, LossReason reason) {
		this.meters.lost[reason.ordinal()].increment();
	}

	@Override
	public void renewalFailed(Lease lease, Duration remaining) {
		this.meters.renewalFailures.increment();
	}

}
