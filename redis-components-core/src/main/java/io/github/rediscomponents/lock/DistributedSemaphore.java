package io.github.rediscomponents.lock;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

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
 */
public interface DistributedSemaphore extends AutoCloseable {

	/**
	 * Creates the semaphores of one application. Nothing is sent before one is used.
	 * @param redis the port to Redis
	 * @param keys builds the keys
	 * @param settings read at each acquisition, so that new settings hold for later
	 * permits; a new size holds at once
	 * @param background runs renewals and callbacks
	 * @param listener is told what happens to permits
	 * @return semaphores; close them to stop renewing and listening
	 */
	static DistributedSemaphore create(RedisPort redis, KeySpace keys, LiveSettings<SemaphoreSettings> settings,
			Background background, SemaphoreListener listener) {
		return new RedisDistributedSemaphore(Checks.notNull("redis", redis), Checks.notNull("keys", keys),
				Checks.notNull("settings", settings), Checks.notNull("background", background),
				Checks.notNull("listener", listener));
	}

	/**
	 * Like
	 * {@link #create(RedisPort, KeySpace, LiveSettings, Background, SemaphoreListener)},
	 * with nobody told.
	 * @param redis the port to Redis
	 * @param keys builds the keys
	 * @param settings read at each acquisition
	 * @param background runs renewals and callbacks
	 * @return semaphores
	 */
	static DistributedSemaphore create(RedisPort redis, KeySpace keys, LiveSettings<SemaphoreSettings> settings,
			Background background) {
		return create(redis, keys, settings, background, SemaphoreListener.NONE);
	}

	/**
	 * The semaphore of a name with the size and rules that the settings give it, looked
	 * up at each call.
	 * @param name a name that the settings declare
	 * @return the semaphore, to be kept or thrown away at will
	 * @throws IllegalArgumentException if the settings do not declare the name; the
	 * message lists those that they do
	 */
	NamedSemaphore name(String name);

	/**
	 * The semaphore of a name with the size and rules given here. Nothing needs to be
	 * initialised: the size travels with each call, so a changed one holds at once.
	 * @param name 1 to 512 characters of the application's choice
	 * @param options its size and rules
	 * @return the semaphore, to be kept or thrown away at will
	 * @throws IllegalArgumentException if {@code name} is null, empty or too long
	 */
	NamedSemaphore name(String name, SemaphoreOptions options);

	/**
	 * What this process holds and waits for now. Sends nothing.
	 * @return a copy, in no particular order
	 */
	LockActivity activity();

	/**
	 * Stops renewing and listening, and ends what waits with
	 * {@link io.github.rediscomponents.RedisUnavailableException}. Permits that are still
	 * held are not released: each ends by itself within its lease time.
	 */
	@Override
	void close();

}
