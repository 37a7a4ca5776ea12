// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lease.QueueTerms;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.OnUnavailable;
import io.github.rediscomponents.support.Checks;

/**
 * Size and rules of a semaphore. Immutable; made by {@link #of(int)} and changed by the
 * {@code with} methods.
 *
 * @param permits how many permits may be out at a moment, 1 to 1,000,000
 * @param fair whether newcomers may not pass waiters
 * @param lease for how long a permit is held, without renewal, 10 ms to 24 h; null renews
 * it for as long as it is held
 * @param onUnavailable behaviour of an acquisition when Redis does not answer in time
 * @since 1.0.0
 */
public record SemaphoreOptions(int permits, boolean fair, @Nullable Duration lease, OnUnavailable onUnavailable) {

	static final int MOST = QueueTerms.MOST;

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of range
	 */
	public SemaphoreOptions {
		Checks.isTrue(permits >= 1 && permits <= MOST, "permits must be between 1 and " + MOST + ", was " + permits);
		if (lease != null) {
			Checks.between("lease", lease, LockOptions.MIN_LEASE, LockOptions.MAX_LEASE);
		}
		Checks.notNull("onUnavailable", onUnavailable);
	}

	/**
	 * Options that fail when Redis gives no answer in time.
	 * @param permits how many permits may be out at a moment
	 * @param fair whether newcomers may not pass waiters
	 * @param lease for how long a permit is held, null for with renewal
	 */
	public SemaphoreOptions(int permits, boolean fair, @Nullable Duration lease) {
		this(permits, fair, lease, OnUnavailable.FAIL);
	}

	/**
	 * Not fair, renewed until released.
	 * @param permits how many permits may be out at a moment
	 * @return the options
	 */
	public static SemaphoreOptions of(int permits) {
		return new SemaphoreOptions(permits, false, null);
	}

	/**
	 * The same, first come, first served.
	 * @return changed options
	 */
	public SemaphoreOptions asFair() {
		return new SemaphoreOptions(this.permits, true, this.lease, this.onUnavailable);
	}

	/**
	 * The same with permits that are not renewed.
	 * @param lease how long
	 * @return changed options
	 */
	public SemaphoreOptions withLease(Duration lease) {
		return new SemaphoreOptions(this.permits, this.fair, Checks.notNull("lease", lease), this.onUnavailable);
	}

	/**
	 * The same with another answer to a silent Redis, for waits that outlive a restart or
	 * a failover.
	 * @param onUnavailable behaviour when Redis does not answer in time
	 * @return changed options
	 */
	public SemaphoreOptions withOnUnavailable(OnUnavailable onUnavailable) {
		return new SemaphoreOptions(this.permits, this.fair, this.lease, onUnavailable);
	}

}
