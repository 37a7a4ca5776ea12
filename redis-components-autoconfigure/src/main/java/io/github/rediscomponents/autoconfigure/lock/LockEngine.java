// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.lock;

/**
 * The implementation of the locks.
 *
 * @since 1.0.0
 */
public enum LockEngine {

	/** The scripts of this library on Lettuce. */
	LETTUCE,

	/** Redisson's locks on the application's own {@code RedissonClient}. */
	REDISSON

}
