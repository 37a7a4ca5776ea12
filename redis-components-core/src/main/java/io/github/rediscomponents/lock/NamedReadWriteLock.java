// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

/**
 * The two sides of a read-write lock.
 *
 * @since 1.0.0
 */
public interface NamedReadWriteLock {

	/**
	 * Returns the name of the lock.
	 * @return never empty
	 */
	String name();

	/**
	 * Returns the side of which any number may be held together.
	 * @return a lock, to be kept or thrown away at will
	 */
	NamedLock read();

	/**
	 * Returns the side that is held alone. An acquisition by a holder of {@link #read()}
	 * waits for that lease to end as well: there is no upgrade. Of the thread-bound
	 * views, which know the holds of their thread, {@code write().asLock()} then throws
	 * {@link IllegalMonitorStateException} from {@code lock()} and returns false from
	 * {@code tryLock}, at once. A thread that holds {@code write().asLock()} may enter
	 * {@code read().asLock()}, which sends nothing; when it leaves the writing side first
	 * it goes on reading, and others may read beside it.
	 * @return a lock, to be kept or thrown away at will
	 */
	NamedLock write();

}
