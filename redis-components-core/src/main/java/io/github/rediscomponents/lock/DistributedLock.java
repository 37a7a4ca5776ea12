package io.github.rediscomponents.lock;

import java.util.Collection;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Locks by name, shared by every process that uses the same Redis and key prefix. Safe
 * for use by any number of threads, virtual ones included.
 *
 * <p>
 * Keys: {@code <prefix>:lock:{<name>}} (hash: who holds it until when, the last fencing
 * token, and which clients wait; expires {@link LockSettings#tokenRetention()} after the
 * last lease). Fair and read-write locks keep in it the last token only, and who holds
 * and waits in the parts {@code :holders}, {@code :waiters} and {@code :ends} (sorted
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
 */
public interface DistributedLock extends AutoCloseable {

	/**
	 * Creates the locks of one application. Nothing is sent before a lock is used.
	 * @param redis the port to Redis
	 * @param keys builds the keys
	 * @param settings read at each acquisition, so that new settings hold for later
	 * leases
	 * @param background runs renewals and callbacks
	 * @param listener is told what happens to locks
	 * @return locks; close them to stop renewing and listening
	 */
	static DistributedLock create(RedisPort redis, KeySpace keys, LiveSettings<LockSettings> settings,
			Background background, LockListener listener) {
		return new RedisDistributedLock(Checks.notNull("redis", redis), Checks.notNull("keys", keys),
				Checks.notNull("settings", settings), Checks.notNull("background", background),
				Checks.notNull("listener", listener));
	}

	/**
	 * Like {@link #create(RedisPort, KeySpace, LiveSettings, Background, LockListener)},
	 * with nobody told.
	 * @param redis the port to Redis
	 * @param keys builds the keys
	 * @param settings read at each acquisition
	 * @param background runs renewals and callbacks
	 * @return locks
	 */
	static DistributedLock create(RedisPort redis, KeySpace keys, LiveSettings<LockSettings> settings,
			Background background) {
		return create(redis, keys, settings, background, LockListener.NONE);
	}

	/**
	 * The lock of one name. Cheap, sends nothing; two views of one name are the same
	 * lock.
	 * @param name what is locked, 1 to 512 characters of the application's choice
	 * @return the lock, to be kept or thrown away at will
	 * @throws IllegalArgumentException if {@code name} is null, empty or too long
	 */
	NamedLock name(String name);

	/**
	 * The lock of one name, given to those who wait in the order in which Redis heard of
	 * them, threads of all processes in one queue. A waiter that died is skipped. A name
	 * is either a plain, a fair or a read-write lock: while Redis remembers one kind, the
	 * others refuse with {@link RedisErrorException} and change nothing.
	 *
	 * <p>
	 * A waiter that is not heard of for three {@link LockSettings#pollBound() poll
	 * bounds} loses its place. {@link NamedLock#tryAcquire()} passes nobody: it is
	 * refused while somebody waits. Cost: acquiring and releasing a free lock is one
	 * script each, and one script more when it was waited for.
	 * @param name what is locked, 1 to 512 characters of the application's choice
	 * @return the lock, to be kept or thrown away at will
	 * @throws IllegalArgumentException if {@code name} is null, empty or too long
	 */
	NamedLock fair(String name);

	/**
	 * The read-write lock of one name: any number of readers, or one writer. Neither side
	 * starves the other: they take turns in the order in which Redis heard of them,
	 * readers that stand next to each other together. Queueing, kinds and cost are those
	 * of {@link #fair(String)}.
	 * @param name what is locked, 1 to 512 characters of the application's choice
	 * @return the lock, to be kept or thrown away at will
	 * @throws IllegalArgumentException if {@code name} is null, empty or too long
	 */
	NamedReadWriteLock readWrite(String name);

	/**
	 * The plain locks of several names as one: all of them or none.
	 *
	 * <p>
	 * What {@link #create} makes gives a {@link CombinedLease}, and works like this,
	 * which another engine may do otherwise. All are tried at once. If one is taken, the
	 * others are given back, and that one is waited for alone, so that whoever waits
	 * holds up nobody. After three such rounds the names are taken one after the other,
	 * in an order that everybody keeps, and what is held is kept for up to a second for
	 * each of the others: so a large set is not starved by small ones, and no two can
	 * wait for each other for ever. The lock as {@link NamedLock#asLock()} counts
	 * together with those of the single names. {@link NamedLock#info()} and
	 * {@link NamedLock#forceRelease()} are about any of the names.
	 *
	 * <p>
	 * Cost, for n names that are free: n scripts and about one round trip to acquire, the
	 * same to release; n round trips each through {@code asLock()}. Every round that
	 * fails costs at most n scripts to try and n to give back. Its tries are heard by the
	 * {@link LockListener} as those of the single names.
	 * @param names 1 to 100 names as in {@link #name(String)}; repeated ones count once
	 * @return a lock whose lease holds all names, and is lost when one of them is lost
	 * @throws IllegalArgumentException if there are none or too many, or one is bad
	 */
	NamedLock all(Collection<String> names);

	/**
	 * What this process holds and waits for now. Sends nothing.
	 * @return a copy, in no particular order
	 */
	LockActivity activity();

	/**
	 * Stops renewing and listening, and ends what waits with
	 * {@link RedisUnavailableException}. Leases that are still held are not released:
	 * each ends by itself within its lease time, so that a thread which still works under
	 * it keeps its exclusion for that long.
	 */
	@Override
	void close();

}
