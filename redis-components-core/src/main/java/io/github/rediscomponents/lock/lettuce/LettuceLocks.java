// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.lettuce;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lease.QueueCommands;
import io.github.rediscomponents.lease.QueueKeys;
import io.github.rediscomponents.lease.QueueKind;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.kept.KeptLocks;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Creates {@link DistributedLock}s with scripts of this library.
 *
 * @since 1.0.0
 */
public final class LettuceLocks {

	private LettuceLocks() {
	}

	/**
	 * Creates the locks of one application. Nothing is sent before a lock is used.
	 * @param redis the port to Redis
	 * @param keys builds the keys
	 * @param settings read at each acquisition, so that new settings hold for later
	 * leases
	 * @param background runs renewals and callbacks
	 * @param observer is notified of events of locks
	 * @return locks; close them to stop renewing and listening
	 */
	public static DistributedLock create(RedisPort redis, KeySpace keys, LiveSettings<LockSettings> settings,
			Background background, LockObserver observer) {
		Checks.notNull("keys", keys);
		Checks.notNull("settings", settings);
		LeaseEngine engine = new LeaseEngine(Checks.notNull("CommandPort.of(redis)", CommandPort.of(redis)), keys,
				settings::get, Checks.notNull("background", background), Checks.notNull("observer", observer));
		LockCommands commands = new LockCommands(CommandPort.of(redis), engine.client());
		QueueCommands queues = new QueueCommands(CommandPort.of(redis), engine.client());
		return new KeptLocks(engine, (name, kind) -> switch (kind) {
			case FAIR -> new QueueLockKeeper(QueueKeys.of(keys, LockCommands.ROOM, QueueKind.FAIR, name), kind, queues);
			case READ, WRITE ->
				new QueueLockKeeper(QueueKeys.of(keys, LockCommands.ROOM, QueueKind.READ_WRITE, name), kind, queues);
			default -> new PlainKeeper(name, keys.key(LockCommands.ROOM, name), commands);
		});
	}

	/**
	 * Like {@link #create(RedisPort, KeySpace, LiveSettings, Background, LockObserver)},
	 * without an observer.
	 * @param redis the port to Redis
	 * @param keys builds the keys
	 * @param settings read at each acquisition
	 * @param background runs renewals and callbacks
	 * @return locks
	 */
	public static DistributedLock create(RedisPort redis, KeySpace keys, LiveSettings<LockSettings> settings,
			Background background) {
		return create(redis, keys, settings, background, LockObserver.NONE);
	}

}
