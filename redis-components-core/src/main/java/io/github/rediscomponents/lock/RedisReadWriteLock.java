package io.github.rediscomponents.lock;

/**
 * {@link NamedReadWriteLock} of two sides of one queue.
 *
 * @param name the lock's name
 * @param read the side of the readers
 * @param write the side of the writers
 */
record RedisReadWriteLock(String name, NamedLock read, NamedLock write) implements NamedReadWriteLock {

}
