// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Semaphores by name, shared by every process that uses the same Redis and key prefix: at
 * most so many permits are out at any moment. Permits are leased: those of a process that
 * died come back by themselves. Safe for use by any number of threads, virtual ones
 * included.
 *
 * <p>
 * Keys: {@code <prefix>:sem:{<name>}} (hash) and its parts {@code :holders},
 * {@code :waiters} and {@code :ends} (sorted sets); all of them expire half a second
 * after the last lease or wait. Channel: {@code <prefix>:lock:channel:<client>}, one per
 * semaphore bean and process, used only while something is waited for.
 *
 * <p>
 * Guarantee: while one Redis primary keeps its data and its clock does not jump, the
 * permits that are valid at any moment are at most the size that was given with the last
 * of them. After a failover that forgets the latest writes there can be more.
 *
 * @since 1.0.0
 */
public interface DistributedSemaphore extends AutoCloseable {

	/**
	 * Creates the semaphores of one application. Nothing is sent before one is used.
	 * @param redis the port to Redis
	 * @param keys builds the keys
	 * @param settings read at each acquisition, so that new settings hold for later
	 * permits; a new size holds at once
	 * @param background runs renewals and callbacks
	 * @param observer is notified of events of permits
	 * @return semaphores; close them to stop renewing and listening
	 */
	static DistributedSemaphore create(RedisPort redis, KeySpace keys, LiveSettings<SemaphoreSettings> settings,
			Background background, SemaphoreObserver observer) {
		return new RedisDistributedSemaphore(Checks.notNull("CommandPort.of(redis)", CommandPort.of(redis)),
				Checks.notNull("keys", keys), Checks.notNull("settings", settings),
				Checks.notNull("background", background), Checks.notNull("observer", observer));
	}

	/**
	 * Like
	 * {@link #create(RedisPort, KeySpace, LiveSettings, Background, SemaphoreObserver)},
	 * without an observer.
	 * @param redis the port to Redis
	 * @param keys builds the keys
	 * @param settings read at each acquisition
	 * @param background runs renewals and callbacks
	 * @return semaphores
	 */
	static DistributedSemaphore create(RedisPort redis, KeySpace keys, LiveSettings<SemaphoreSettings> settings,
			Background background) {
		return create(redis, keys, settings, background, SemaphoreObserver.NONE);
	}

	/**
	 * Returns the semaphore of a declared name with the size and rules that the settings
	 * give it, looked up at each call.
	 * @param name a name that the settings declare
	 * @return the semaphore, to be kept or thrown away at will
	 * @throws IllegalArgumentException if the settings do not declare the name; the
	 * message lists those that they do
	 */
	NamedSemaphore get(String name);

	/**
	 * Returns the semaphore of a name with the size and rules given here. Nothing needs
	 * to be initialised: the size travels with each call, so a changed one holds at once.
	 * @param name 1 to 512 characters of the application's choice
	 * @param options its size and rules
	 * @return the semaphore, to be kept or thrown away at will
	 * @throws IllegalArgumentException if {@code name} is null, empty or too long
	 */
	NamedSemaphore get(String name, SemaphoreOptions options);

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
	 * {@link io.github.rediscomponents.RedisUnavailableException}; later ones fail with
	 * it and write nothing, because their permits would not be renewed. Permits that are
	 * still held are not released: each ends by itself within its lease time. They can be
	 * released and extended.
	 */
	@Override
	void close();

}
