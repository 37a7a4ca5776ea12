package io.github.rediscomponents.lock;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * {@link DistributedLock} with its own scripts.
 */
final class RedisDistributedLock implements DistributedLock {

	RedisDistributedLock(RedisPort redis, KeySpace keys, LiveSettings<LockSettings> settings, Background background,
			LockListener listener) {
	}

	@Override
	public NamedLock name(String name) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void close() {
	}

}
