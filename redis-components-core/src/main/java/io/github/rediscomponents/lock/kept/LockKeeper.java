// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.kept;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lease.Keeper;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lease.RedisLease;
import io.github.rediscomponents.lock.LockInfo;

/**
 * A {@link Keeper} of a lock.
 *
 * @since 1.0.0
 */
public interface LockKeeper extends Keeper {

	/** Returns the state of the lock. Blocks for one round trip. */
	LockInfo info();

	/**
	 * The side of a read-write lock that this is not.
	 * @return null if it has no sides
	 */
	default @Nullable LockKeeper otherSide() {
		return null;
	}

	/**
	 * Exchanges a lease for writing for one for reading, of which this is the keeper,
	 * without a writer in between.
	 * @return the same lease if it was lost, if no answer came, or if there are no sides
	 */
	default RedisLease downgrade(LeaseEngine engine, RedisLease writes) {
		return writes;
	}

	/**
	 * Takes it away from all holders. Blocks for one round trip.
	 * @return whether it was held
	 */
	boolean forceRelease();

}
