package io.github.rediscomponents.autoconfigure.lock;

/**
 * What keeps the locks.
 */
public enum LockEngine {

	/** The scripts of this library on Lettuce. */
	LETTUCE,

	/** Redisson's locks on the application's own {@code RedissonClient}. */
	REDISSON

}
