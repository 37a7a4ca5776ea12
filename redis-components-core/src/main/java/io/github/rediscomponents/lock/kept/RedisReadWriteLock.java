// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.kept;

import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.NamedReadWriteLock;

/**
 * {@link NamedReadWriteLock} of two sides of one queue.
 *
 * @param name the lock's name
 * @param read the side of the readers
 * @param write the side of the writers
 * @since 1.0.0
 */
record RedisReadWriteLock(String name, NamedLock read, NamedLock write) implements NamedReadWriteLock {

}
