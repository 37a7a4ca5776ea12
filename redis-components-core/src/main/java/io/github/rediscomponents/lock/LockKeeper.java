package io.github.rediscomponents.lock;

import org.jspecify.annotations.Nullable;

/**
 * A {@link Keeper} of a lock.
 */
interface LockKeeper extends Keeper {

	/** Looks who holds it. Blocks for one round trip. */
	LockInfo info();

	/**
	 * The side of a read-write lock that this is not.
	 * @return null if it has no sides
	 */
	default @Nullable LockKeeper otherSide() {
		return null;
	}

	/**
	 * Takes it away from all who hold it. Blocks for one round trip.
	 * @return whether somebody held it
	 */
	boolean forceRelease();

}
