// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.Checks;

/**
 * How long to wait for a lock and for how long to hold it. Immutable; made by
 * {@link #defaults()} and changed by the {@code with} methods.
 *
 * @param maxWait the longest to wait, null for without limit; zero does not wait; 100
 * years and more are without limit
 * @param lease for how long the lock is held, without renewal, 10 ms to 24 h; null renews
 * it for as long as it is held, {@link LockSettings#lease()} at a time
 * @param maxHold when renewal ends at the latest, 10 ms or more; null for without limit;
 * only with renewal
 * @param minReplicas how many replicas must have an acquisition before it counts, 0 to
 * 100
 * @param onUnavailable behaviour when Redis does not answer in time
 * @since 1.0.0
 */
public record LockOptions(@Nullable Duration maxWait, @Nullable Duration lease, @Nullable Duration maxHold,
		int minReplicas, OnUnavailable onUnavailable) {

	/** The shortest lease time. */
	public static final Duration MIN_LEASE = Duration.ofMillis(10);

	/** The longest lease time. */
	public static final Duration MAX_LEASE = Duration.ofHours(24);

	private static final Duration FOREVER = Duration.ofDays(36_500);

	private static final int MOST_REPLICAS = 100;

	private static final LockOptions DEFAULTS = new LockOptions(null, null, null, 0, OnUnavailable.FAIL);

	private static final LockOptions NO_WAIT = new LockOptions(Duration.ZERO, null, null, 0, OnUnavailable.FAIL);

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of range, or both {@code lease} and
	 * {@code maxHold} are given
	 */
	public LockOptions {
		if (maxWait != null) {
			Checks.isTrue(!maxWait.isNegative(), "maxWait must not be negative, was " + maxWait);
			maxWait = (maxWait.compareTo(FOREVER) > 0) ? FOREVER : maxWait;
		}
		if (lease != null) {
			Checks.between("lease", lease, MIN_LEASE, MAX_LEASE);
			Checks.isTrue(maxHold == null, "maxHold must not be given with a fixed lease");
		}
		if (maxHold != null) {
			maxHold = (maxHold.compareTo(FOREVER) > 0) ? FOREVER : maxHold;
			Checks.between("maxHold", maxHold, MIN_LEASE, FOREVER);
		}
		Checks.isTrue(minReplicas >= 0 && minReplicas <= MOST_REPLICAS,
				"minReplicas must be between 0 and " + MOST_REPLICAS + ", was " + minReplicas);
		Checks.notNull("onUnavailable", onUnavailable);
	}

	/**
	 * Creates options that fail when Redis gives no answer in time.
	 * @param maxWait the longest to wait, null for without limit
	 * @param lease for how long the lock is held, null for with renewal
	 * @param maxHold when renewal ends at the latest, null for without limit
	 * @param minReplicas how many replicas must have an acquisition
	 */
	public LockOptions(@Nullable Duration maxWait, @Nullable Duration lease, @Nullable Duration maxHold,
			int minReplicas) {
		this(maxWait, lease, maxHold, minReplicas, OnUnavailable.FAIL);
	}

	/**
	 * Returns options that wait without limit and renew until the release.
	 * @return the options
	 */
	public static LockOptions defaults() {
		return DEFAULTS;
	}

	/**
	 * Returns options that do not wait and renew until the release.
	 * @return the options
	 */
	public static LockOptions noWait() {
		return NO_WAIT;
	}

	/**
	 * Returns the same with another time to wait.
	 * @param maxWait the longest to wait
	 * @return changed options
	 */
	public LockOptions withMaxWait(Duration maxWait) {
		return new LockOptions(Checks.notNull("maxWait", maxWait), this.lease, this.maxHold, this.minReplicas,
				this.onUnavailable);
	}

	/**
	 * Returns the same with a lease that is not renewed: the lock is lost when it has
	 * passed.
	 * @param lease how long
	 * @return changed options
	 */
	public LockOptions withLease(Duration lease) {
		return new LockOptions(this.maxWait, Checks.notNull("lease", lease), null, this.minReplicas,
				this.onUnavailable);
	}

	/**
	 * Returns the same with renewal until the lease is released.
	 * @return changed options
	 */
	public LockOptions withRenewal() {
		return new LockOptions(this.maxWait, null, this.maxHold, this.minReplicas, this.onUnavailable);
	}

	/**
	 * Returns the same with renewal that ends after a while, for holders that might
	 * forget to release.
	 * @param maxHold the longest that the lock is held
	 * @return changed options
	 */
	public LockOptions withMaxHold(Duration maxHold) {
		return new LockOptions(this.maxWait, null, Checks.notNull("maxHold", maxHold), this.minReplicas,
				this.onUnavailable);
	}

	/**
	 * Returns the same, but an acquisition counts only when so many replicas have
	 * acknowledged it within {@link LockSettings#replicaTimeout()}; otherwise it is given
	 * back and fails with {@link RedisUnavailableException}. After a failover it makes a
	 * second holder less likely, not impossible: another replica may be promoted, and
	 * renewals do not wait. Costs a {@code WAIT} on a connection of its own.
	 * @param minReplicas how many replicas; 0 does not wait for any
	 * @return changed options
	 */
	public LockOptions withMinReplicas(int minReplicas) {
		return new LockOptions(this.maxWait, this.lease, this.maxHold, minReplicas, this.onUnavailable);
	}

	/**
	 * Returns the same with another answer to a silent Redis, for waits that outlive a
	 * restart or a failover.
	 * @param onUnavailable behaviour when Redis does not answer in time
	 * @return changed options
	 */
	public LockOptions withOnUnavailable(OnUnavailable onUnavailable) {
		return new LockOptions(this.maxWait, this.lease, this.maxHold, this.minReplicas, onUnavailable);
	}

}
