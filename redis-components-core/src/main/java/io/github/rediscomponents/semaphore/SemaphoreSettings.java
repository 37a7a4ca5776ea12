// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.Map;

/**
 * Settings of all semaphores. New settings apply to later acquisitions; a new size holds
 * at once, also for waiters. Immutable: each {@code with} method returns a changed copy,
 * and throws an {@link IllegalArgumentException} that names the property if a value is
 * out of its range.
 *
 * @since 1.0.0
 */
public sealed interface SemaphoreSettings permits SemaphoreSettingsValues {

	/**
	 * 30 s, 500 ms, 0.01, no semaphore declared.
	 * @return the default settings
	 */
	static SemaphoreSettings defaults() {
		return SemaphoreSettingsValues.DEFAULTS;
	}

	/**
	 * For how long a renewed permit is held at a time, 100 ms to 24 h; renewed every
	 * third of it, and the longest that a permit stays out after its process died.
	 */
	Duration lease();

	/**
	 * The longest that a waiter sleeps before it looks again by itself, 10 ms to 1 min.
	 */
	Duration pollBound();

	/**
	 * Which part of a lease this process does without, because its clock and the server's
	 * may not run equally fast; 0 to 0.5.
	 */
	double driftMargin();

	/** The semaphores that have a size, by name. */
	Map<String, SemaphoreOptions> semaphores();

	SemaphoreSettings withLease(Duration lease);

	SemaphoreSettings withPollBound(Duration pollBound);

	/**
	 * The same with other semaphores.
	 * @param other the semaphores by name
	 * @return changed settings
	 */
	SemaphoreSettings withSemaphores(Map<String, SemaphoreOptions> other);

	SemaphoreSettings withDriftMargin(double driftMargin);

}
