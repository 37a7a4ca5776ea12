// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.concurrent.CompletableFuture;

/**
 * A {@link Keeper} whose client waits by itself: a lease is reserved first, which may
 * take as long as there is time to wait, and {@link #acquire} then begins it. Each
 * attempt after a failure has a lease id of its own.
 *
 * @since 1.0.0
 */
public interface ReservingKeeper extends Keeper {

	/**
	 * Waits for the lock. Cancelling the future ends the wait; a reservation of a lost
	 * reply is {@link #giveBackAsync given back} by the caller then.
	 * @param leaseId id of the lease
	 * @param leaseMillis for how long
	 * @param waitMillis how long there is to wait, 0 for not at all
	 * @return completes with false if there was no lock for now; exceptionally with what
	 * happened, not wrapped
	 */
	CompletableFuture<Boolean> reserve(String leaseId, long leaseMillis, long waitMillis);

	/**
	 * Whether a reservation may go on after the time to wait, and has to be cancelled.
	 */
	boolean outlastsWait();

	/** Returns the minimum duration of a reservation, independent of the lease. */
	long leastMillis();

}
