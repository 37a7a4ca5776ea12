// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

/**
 * Why a lease was lost.
 *
 * @since 1.0.0
 */
public enum LossReason {

	/**
	 * Its time passed: it was not to be renewed, or no renewal was confirmed in time.
	 */
	EXPIRED,

	/**
	 * The lock is not held by this lease in Redis: it was released by force, deleted, or
	 * lost in a failover.
	 */
	REMOVED,

	/** It was held for as long as {@link LockOptions#maxHold()} allows. */
	MAX_HOLD,

	/** The thread that it is bound to ended without unlocking. */
	OWNER_DIED

}
