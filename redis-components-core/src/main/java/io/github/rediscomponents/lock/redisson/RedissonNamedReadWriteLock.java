package io.github.rediscomponents.lock.redisson;

import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.NamedReadWriteLock;

/**
 * {@link NamedReadWriteLock} on Redisson's RReadWriteLock.
 */
record RedissonNamedReadWriteLock(String name, NamedLock read, NamedLock write) implements NamedReadWriteLock {

}
