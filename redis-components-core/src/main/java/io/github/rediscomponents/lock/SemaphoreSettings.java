package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.Map;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of all semaphores. New settings hold for what is acquired after the swap; a
 * new size holds at once, also for those who wait.
 *
 * @param lease for how long a renewed permit is held at a time, 100 ms to 24 h; renewed
 * every third of it, and the longest that a permit stays out after its process died
 * @param pollBound the longest that a waiter sleeps before it looks again by itself, 10
 * ms to 1 min
 * @param driftMargin which part of a lease this process does without, because its clock
 * and the server's may not run equally fast; 0 to 0.5
 * @param semaphores the semaphores that have a size, by name
 */
public record SemaphoreSettings(Duration lease, Duration pollBound, double driftMargin,
		Map<String, SemaphoreOptions> semaphores) {

	private static final SemaphoreSettings DEFAULTS = new SemaphoreSettings(Duration.ofSeconds(30),
			Duration.ofMillis(500), 0.01, Map.of());

	/**
	 * Checks the values and copies the map.
	 * @throws IllegalArgumentException if one is null or out of range
	 */
	public SemaphoreSettings {
		Checks.between("lease", lease, Duration.ofMillis(100), Duration.ofHours(24));
		Checks.between("pollBound", pollBound, Duration.ofMillis(10), Duration.ofMinutes(1));
		Checks.isTrue(driftMargin >= 0 && driftMargin <= 0.5,
				"driftMargin must be between 0 and 0.5, was " + driftMargin);
		semaphores = Map.copyOf(Checks.notNull("semaphores", semaphores));
	}

	/**
	 * 30 s, 500 ms, 0.01, no semaphore declared.
	 * @return the default settings
	 */
	public static SemaphoreSettings defaults() {
		return DEFAULTS;
	}

	/**
	 * The same with another lease.
	 * @param other for how long a renewed permit is held at a time
	 * @return changed settings
	 */
	public SemaphoreSettings withLease(Duration other) {
		return new SemaphoreSettings(other, this.pollBound, this.driftMargin, this.semaphores);
	}

	/**
	 * The same with another poll bound.
	 * @param other the longest that a waiter sleeps
	 * @return changed settings
	 */
	public SemaphoreSettings withPollBound(Duration other) {
		return new SemaphoreSettings(this.lease, other, this.driftMargin, this.semaphores);
	}

	/**
	 * The same with other semaphores.
	 * @param other the semaphores by name
	 * @return changed settings
	 */
	public SemaphoreSettings withSemaphores(Map<String, SemaphoreOptions> other) {
		return new SemaphoreSettings(this.lease, this.pollBound, this.driftMargin, other);
	}

	/**
	 * The same as settings of leases; permits have no tokens to remember.
	 */
	LockSettings leases() {
		return LockSettings.defaults()
			.withLease(this.lease)
			.withPollBound(this.pollBound)
			.withDriftMargin(this.driftMargin);
	}

}
