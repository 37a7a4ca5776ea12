// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;

import io.github.rediscomponents.RedisComponentsException;

/**
 * Another holder had the lock for the whole time that the caller was ready to wait.
 *
 * @since 1.0.0
 */
public final class LockNotAcquiredException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final String name;

	private final Duration waited;

	/**
	 * For implementations of {@link DistributedLock}.
	 * @param name the lock's name
	 * @param waited how long was waited
	 */
	public LockNotAcquiredException(String name, Duration waited) {
		super("Lock '" + name + "' was not free within " + waited, null);
		this.name = name;
		this.waited = waited;
	}

	/**
	 * Returns the name of the lock.
	 * @return never empty
	 */
	public String name() {
		return this.name;
	}

	/**
	 * How long was waited.
	 * @return zero or more
	 */
	public Duration waited() {
		return this.waited;
	}

}
