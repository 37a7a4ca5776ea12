// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.util.Collection;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * Locks by name, shared by every process that uses the same Redis and key prefix. Safe
 * for use by any number of threads, virtual ones included.
 *
 * <p>
 * Keys: {@code <prefix>:lock:{<name>}} (hash: holder and end of the lease, the last
 * fencing token, waiting clients; expires {@link LockSettings#tokenRetention()} after the
 * last lease). Fair and read-write locks keep the last token in it, and their holders and
 * waiters in the parts {@code :holders}, {@code :waiters} and {@code :ends} (sorted
 * sets), which expire half a second after the last lease or wait. Channel:
 * {@code <prefix>:lock:channel:<client>}, one per process, used only while something is
 * waited for.
 *
 * <p>
 * Guarantee: while one Redis primary keeps its data and its clock does not jump, at most
 * one {@link Lease} of a name is valid at any moment. A failover that forgets the latest
 * writes, a deleted key or a server clock that jumps forward can give the lock to a
 * second holder; a resource that must survive that has to compare {@link Lease#token()
 * fencing tokens}.
 *
 * @since 1.0.0
 */
public interface DistributedLock extends AutoCloseable {

	/**
	 * Returns the plain lock of a name. Sends nothing; two views of one name are the same
	 * lock.
	 * @param name the name of the lock, 1 to 512 characters of the application's choice
	 * @return the lock, to be kept or thrown away at will
	 * @throws IllegalArgumentException if {@code name} is null, empty or too long
	 */
	NamedLock get(String name);

	/**
	 * Returns the fair lock of a name. Its waiters, threads of all processes, form one
	 * queue in the order in which their requests reached Redis. A dead waiter is skipped.
	 * A name is either a plain, a fair or a read-write lock: while Redis remembers one
	 * kind, the others refuse with {@link RedisCommandException} and change nothing.
	 *
	 * <p>
	 * A waiter that is silent for three {@link LockSettings#pollBound() poll bounds}
	 * loses its place. {@link NamedLock#tryAcquire()} passes no waiter: it is refused
	 * while the queue is not empty. Cost: acquiring and releasing a free lock is one
	 * script each, and one script more when it was waited for.
	 * @param name the name of the lock, 1 to 512 characters of the application's choice
	 * @return the lock, to be kept or thrown away at will
	 * @throws IllegalArgumentException if {@code name} is null, empty or too long
	 */
	NamedLock fair(String name);

	/**
	 * Returns the read-write lock of a name: any number of readers, or one writer.
	 * Neither side starves the other: they take turns in the order in which their
	 * requests reached Redis, adjacent readers together. Queueing, kinds and cost are
	 * those of {@link #fair(String)}.
	 * @param name the name of the lock, 1 to 512 characters of the application's choice
	 * @return the lock, to be kept or thrown away at will
	 * @throws IllegalArgumentException if {@code name} is null, empty or too long
	 */
	NamedReadWriteLock readWrite(String name);

	/**
	 * Returns the plain locks of several names as one: all of them or none.
	 *
	 * <p>
	 * The engine on Lettuce tries all of them at once; the engine on Redisson takes them
	 * in order. Both give a {@link CombinedLease}. If one is taken, the others are
	 * released, and the acquisition waits for that one alone: a waiter holds up no other
	 * one. After three such rounds the names are taken one after the other, in the order
	 * of their names, and each is held for up to a second while the next one is awaited.
	 * So small sets do not starve a large one, and no two acquisitions wait for each
	 * other for ever. The lock as {@link NamedLock#asLock()} counts together with those
	 * of the single names. {@link NamedLock#info()} and {@link NamedLock#forceRelease()}
	 * are about any of the names. The progress of an exception of a forced release or of
	 * {@link Lease#extend} counts the names.
	 *
	 * <p>
	 * Cost, for n names that are free: n scripts and about one round trip to acquire, the
	 * same to release; n round trips each through {@code asLock()}. Every round that
	 * fails costs at most n scripts to try and n to give back. The {@link LockObserver}
	 * receives its tries as those of the single names.
	 * @param names 1 to 100 names as in {@link #get(String)}; repeated ones count once
	 * @return a lock whose lease holds all names, and is lost when one of them is lost
	 * @throws IllegalArgumentException if there are none or too many, or one is bad
	 */
	NamedLock all(Collection<String> names);

	/**
	 * Returns the present leases and waits of this process. Sends nothing.
	 * @return a copy, in no particular order
	 */
	LockActivity activity();

	/**
	 * Returns the longest leases and waits of this process, without a copy of the others.
	 * Sends nothing. O(leases and waits).
	 * @param most how many of each at most, 0 for their numbers only
	 * @return the oldest first
	 */
	LockActivity activity(int most);

	/**
	 * Stops renewing and listening. Ends waiting acquisitions with
	 * {@link RedisUnavailableException}; later ones fail with it and write nothing,
	 * because their leases would not be renewed. Leases that are still held are not
	 * released: each ends by itself within its lease time, so that a thread which still
	 * works under it keeps its exclusion for that long. They can be released and
	 * extended.
	 */
	@Override
	void close();

}
