// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.lock.LockKind;

/**
 * How Redis keeps the leases of one name and kind. Everything bears repetition, because a
 * lease is known by an id that this process chose. Two of the same name and kind are
 * equal.
 *
 * @since 1.0.0
 */
public interface Keeper {

	/**
	 * The name of the lock or semaphore.
	 */
	String name();

	LockKind kind();

	/** How many permits a lease stands for; 1 for locks. */
	default int permits() {
		return 1;
	}

	/**
	 * Makes the id of a lease.
	 */
	default String newLeaseId(Client client) {
		return client.nextLeaseId();
	}

	/** The key that decides the slot. */
	String key();

	/**
	 * Whether acquisitions of this process queue in it, with one of them at a time
	 * sending requests, and are woken by the {@link #key()}. Otherwise each queues in
	 * Redis and is woken by the id of its lease.
	 */
	boolean takesTurns();

	/**
	 * Takes it if it is free for this lease, else registers or refreshes its wait. Blocks
	 * for one round trip.
	 * @param leaseId id of the lease
	 * @param leaseMillis for how long
	 * @param retentionMillis how long the token is remembered after that
	 * @param waitMillis for how long to be registered; 0 is not
	 * @return the token; or, zero or negative, minus the milliseconds after which to
	 * repeat the request at the latest
	 */
	long acquire(String leaseId, long leaseMillis, long retentionMillis, long waitMillis);

	/** {@link #acquire} without blocking. */
	CompletionStage<Long> acquireAsync(String leaseId, long leaseMillis, long retentionMillis, long waitMillis);

	/**
	 * Ends a wait; if the lock was handed over meanwhile, passes it on. Does not block.
	 */
	void leave(String leaseId);

	/**
	 * Gives it back. Blocks for one round trip.
	 * @return whether the lease had it
	 */
	boolean release(String leaseId);

	/** {@link #release} without blocking; completes with 1 or 0. */
	CompletionStage<Long> releaseAsync(String leaseId);

	/**
	 * {@link #releaseAsync} for a lease that Redis may have granted unheard, more than
	 * once where a client repeats by itself.
	 */
	default CompletionStage<Long> giveBackAsync(String leaseId) {
		return releaseAsync(leaseId);
	}

	/**
	 * Gives it back, to the next of this process if no other process waits. Only where
	 * turns are taken. Does not block.
	 * @param leaseId id of the present lease
	 * @param nextId the lease that shall have it
	 * @param leaseMillis for how long
	 * @param retentionMillis how long the token is remembered after that
	 * @return completes with the token of the next lease if it has it now, else with 1 or
	 * 0 as {@link #release}
	 */
	default CompletionStage<Long> passAsync(String leaseId, String nextId, long leaseMillis, long retentionMillis) {
		throw new UnsupportedOperationException("Acquisitions do not take turns for kind " + kind());
	}

	/**
	 * Returns a keeper whose acquisitions fail unless that many replicas acknowledge
	 * them.
	 * @param minReplicas how many replicas
	 * @param wait how long to wait for them
	 */
	Keeper replicated(int minReplicas, Duration wait);

	/** The script that renews leases of this kind, the same object for all names. */
	Renewal renewal();

}
