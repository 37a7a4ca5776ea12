package io.github.rediscomponents.lock;

/**
 * What a lease is a lease of.
 */
public enum LockKind {

	/** {@link DistributedLock#name(String)}. */
	PLAIN,

	/** {@link DistributedLock#fair(String)}. */
	FAIR,

	/** {@link NamedReadWriteLock#read()}. */
	READ,

	/** {@link NamedReadWriteLock#write()}. */
	WRITE,

	/** {@link QuorumLock}. */
	QUORUM,

	/** {@link DistributedSemaphore}. */
	PERMIT

}
