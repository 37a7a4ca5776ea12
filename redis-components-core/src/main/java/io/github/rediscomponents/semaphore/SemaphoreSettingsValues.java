// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.Map;

import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link SemaphoreSettings}.
 */
record SemaphoreSettingsValues(Duration lease, Duration pollBound, double driftMargin,
		Map<String, SemaphoreOptions> semaphores) implements SemaphoreSettings {

	static final SemaphoreSettingsValues DEFAULTS = new SemaphoreSettingsValues(Duration.ofSeconds(30),
			Duration.ofMillis(500), 0.01, Map.of());

	SemaphoreSettingsValues {
		Checks.between("lease", lease, Duration.ofMillis(100), Duration.ofHours(24));
		Checks.between("pollBound", pollBound, Duration.ofMillis(10), Duration.ofMinutes(1));
		Checks.isTrue(driftMargin >= 0 && driftMargin <= 0.5,
				"driftMargin must be between 0 and 0.5, was " + driftMargin);
		semaphores = Map.copyOf(Checks.notNull("semaphores", semaphores));
	}

	@Override
	public SemaphoreSettings withLease(Duration other) {
		return new SemaphoreSettingsValues(other, this.pollBound, this.driftMargin, this.semaphores);
	}

	@Override
	public SemaphoreSettings withPollBound(Duration other) {
		return new SemaphoreSettingsValues(this.lease, other, this.driftMargin, this.semaphores);
	}

	@Override
	public SemaphoreSettings withSemaphores(Map<String, SemaphoreOptions> other) {
		return new SemaphoreSettingsValues(this.lease, this.pollBound, this.driftMargin, other);
	}

	/**
	 * The same as settings of leases; permits have no tokens to remember.
	 */
	static LockSettings leases(SemaphoreSettings settings) {
		return LockSettings.defaults()
			.withLease(settings.lease())
			.withPollBound(settings.pollBound())
			.withDriftMargin(settings.driftMargin());
	}

	@Override
	public SemaphoreSettings withDriftMargin(double other) {
		return new SemaphoreSettingsValues(this.lease, this.pollBound, other, this.semaphores);
	}

}
