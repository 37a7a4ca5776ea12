package io.github.rediscomponents.lock;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * How long to wait for a lock and for how long to hold it. Immutable; made by
 * {@link #defaults()} and changed by the {@code with} methods.
 *
 * @param maxWait the longest to wait, null for without limit; zero does not wait
 * @param lease for how long the lock is held, without renewal, 10 ms to 24 h; null renews
 * it for as long as it is held, {@link LockSettings#lease()} at a time
 * @param maxHold when renewal ends at the latest, 10 ms or more; null for without limit;
 * only with renewal
 */
public record LockOptions(@Nullable Duration maxWait, @Nullable Duration lease, @Nullable Duration maxHold) {

	static final Duration MIN_LEASE = Duration.ofMillis(10);

	static final Duration MAX_LEASE = Duration.ofHours(24);

	private static final Duration FOREVER = Duration.ofDays(36_500);

	private static final LockOptions DEFAULTS = new LockOptions(null, null, null);

	private static final LockOptions NO_WAIT = new LockOptions(Duration.ZERO, null, null);

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of range, or both {@code lease} and
	 * {@code maxHold} are given
	 */
	public LockOptions {
		if (maxWait != null) {
			Checks.between("maxWait", maxWait, Duration.ZERO, FOREVER);
		}
		if (lease != null) {
			Checks.between("lease", lease, MIN_LEASE, MAX_LEASE);
			Checks.isTrue(maxHold == null, "maxHold must not be given with a fixed lease");
		}
		if (maxHold != null) {
			Checks.between("maxHold", maxHold, MIN_LEASE, FOREVER);
		}
	}

	/**
	 * Waits without limit, renews until released.
	 * @return the options
	 */
	public static LockOptions defaults() {
		return DEFAULTS;
	}

	/**
	 * Does not wait, renews until released.
	 * @return the options
	 */
	public static LockOptions noWait() {
		return NO_WAIT;
	}

	/**
	 * The same with another time to wait.
	 * @param maxWait the longest to wait
	 * @return changed options
	 */
	public LockOptions withMaxWait(Duration maxWait) {
		return new LockOptions(Checks.notNull("maxWait", maxWait), this.lease, this.maxHold);
	}

	/**
	 * The same with a lease that is not renewed: the lock is lost when it has passed.
	 * @param lease how long
	 * @return changed options
	 */
	public LockOptions withLease(Duration lease) {
		return new LockOptions(this.maxWait, Checks.notNull("lease", lease), null);
	}

	/**
	 * The same with renewal until the lease is released.
	 * @return changed options
	 */
	public LockOptions withRenewal() {
		return new LockOptions(this.maxWait, null, this.maxHold);
	}

	/**
	 * The same with renewal that ends after a while, for holders that might forget to
	 * release.
	 * @param maxHold the longest that the lock is held
	 * @return changed options
	 */
	public LockOptions withMaxHold(Duration maxHold) {
		return new LockOptions(this.maxWait, null, Checks.notNull("maxHold", maxHold));
	}

}
