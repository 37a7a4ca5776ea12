// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.time.Duration;

import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.NameMapper;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.kept.KeptLocks;
import io.github.rediscomponents.support.Checks;

/**
 * {@link DistributedLock} on Redisson's locks: RLock, RFairLock and RReadWriteLock take
 * and wait; leases, their renewal and their fencing tokens are kept by scripts of this
 * library on Redisson's connections, because Redisson's watchdog renews for threads that
 * have ended and reports no loss, and the token of its RFencedLock begins again at 1 when
 * its key is gone. An owner is a lease, with a number of its own where Redisson expects a
 * thread's.
 *
 * <p>
 * Keys: {@code <prefix>:lock:{<name>}:redisson}, with {@code :fair} or {@code :rw} behind
 * it for these kinds (Redisson's lock, and its keys beside it), and
 * {@code <prefix>:lock:{<name>}:redisson:token} (hash: last fencing token and kind;
 * expires {@link LockSettings#tokenRetention()} after the last lease). They are other
 * keys than those of the engine on Lettuce: a process that uses this engine and one that
 * uses the other do not exclude each other.
 *
 * <p>
 * Differences from the engine on Lettuce: waiters of different processes have no order, a
 * fair lock skips a dead waiter only after Redisson's {@code fairLockWaitTimeout}, and a
 * writer may wait for as long as readers keep coming.
 *
 * @since 1.0.0
 */
public final class RedissonLocks {

	private RedissonLocks() {
	}

	/**
	 * Creates the locks of one application. Nothing is sent before a lock is used.
	 * @param redisson the application's client; not closed by the locks
	 * @param keys builds the keys
	 * @param settings read at each acquisition, so that new settings hold for later
	 * leases
	 * @param background runs renewals and callbacks
	 * @param observer is notified of events of locks
	 * @return locks; close them to stop renewing, and to end waiting acquisitions with
	 * {@link RedisUnavailableException}
	 */
	public static DistributedLock create(RedissonClient redisson, KeySpace keys, LiveSettings<LockSettings> settings,
			Background background, LockObserver observer) {
		Checks.notNull("redisson", redisson);
		Checks.notNull("keys", keys);
		Checks.notNull("settings", settings);
		LeaseEngine engine = new LeaseEngine(null, keys, settings::get, Checks.notNull("background", background),
				Checks.notNull("observer", observer));
		RedissonCommands commands = new RedissonCommands(redisson, settings::get, background);
		NameMapper names = (redisson instanceof Redisson known) ? known.getServiceManager().getNameMapper()
				: redisson.getConfig().getNameMapper();
		return new KeptLocks(engine,
				(name, kind) -> new RedissonKeeper(LockPlace.of(keys, names, name, kind), commands, 0, Duration.ZERO),
				(locks, options) -> new RedissonGathering(settings::get, locks, options));
	}

}
