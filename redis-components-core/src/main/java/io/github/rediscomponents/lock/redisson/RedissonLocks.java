package io.github.rediscomponents.lock.redisson;

import org.redisson.api.RedissonClient;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockListener;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;

/**
 * {@link DistributedLock} on Redisson's locks: RLock, RFairLock and RReadWriteLock take
 * and wait; leases, their renewal and their fencing tokens are kept by scripts of this
 * library on Redisson's connections, because Redisson's watchdog renews for threads that
 * have ended and tells nobody of a loss, and the token of its RFencedLock begins again at
 * 1 when its key is gone. An owner is a lease, with a number of its own where Redisson
 * expects a thread's.
 *
 * <p>
 * Keys: {@code <prefix>:lock:{<name>}:redisson}, with {@code :fair} or {@code :rw} behind
 * it for these kinds (Redisson's lock, and what it keeps beside it), and
 * {@code <prefix>:lock:{<name>}:redisson:token} (hash: last fencing token and kind;
 * expires {@link LockSettings#tokenRetention()} after the last lease). They are other
 * keys than those of the engine on Lettuce: a process that uses this engine and one that
 * uses the other do not exclude each other.
 *
 * <p>
 * Other than the engine on Lettuce: who waits in another process has no order, a fair
 * lock skips a waiter that died only after Redisson's {@code fairLockWaitTimeout}, and a
 * writer may have to wait for as long as readers keep coming.
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
	 * @param listener is told what happens to locks
	 * @return locks; close them to stop renewing, and to end what waits with
	 * {@link RedisUnavailableException}
	 */
	public static DistributedLock create(RedissonClient redisson, KeySpace keys, LiveSettings<LockSettings> settings,
			Background background, LockListener listener) {
		return new RedissonDistributedLock(Checks.notNull("redisson", redisson), Checks.notNull("keys", keys),
				Checks.notNull("settings", settings), Checks.notNull("background", background),
				Checks.notNull("listener", listener));
	}

}
