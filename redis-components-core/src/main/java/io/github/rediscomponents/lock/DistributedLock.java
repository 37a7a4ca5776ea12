package io.github.rediscomponents.lock;

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
 * Keys: {@code <prefix>:lock:{<name>}} (string: who holds it until when, the last fencing
 * token, and which clients wait; expires {@link LockSettings#tokenRetention()} after the
 * last lease). Channel: {@code <prefix>:lock:channel:<client>}, one per process, used
 * only while something is waited for.
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
	 * Stops renewing and listening. Leases that are still held are not released: each
	 * ends by itself within its lease time, so that a thread which still works under it
	 * keeps its exclusion for that long.
	 */
	@Override
	void close();

}
