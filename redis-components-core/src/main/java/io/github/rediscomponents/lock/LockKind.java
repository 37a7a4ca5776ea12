// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

/**
 * The kinds of resources that leases are for.
 *
 * @since 1.0.0
 */
public enum LockKind {

	/** {@link DistributedLock#get(String)}. */
	PLAIN,

	/** {@link DistributedLock#fair(String)}. */
	FAIR,

	/** {@link NamedReadWriteLock#read()}. */
	READ,

	/** {@link NamedReadWriteLock#write()}. */
	WRITE,

	/** {@link io.github.rediscomponents.lock.quorum.QuorumLock}. */
	QUORUM,

	/** {@link io.github.rediscomponents.semaphore.DistributedSemaphore}. */
	PERMIT

}
