// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;

import io.github.rediscomponents.RedisComponentsException;

/**
 * Too few permits were free for the whole time that the caller was ready to wait.
 *
 * @since 1.0.0
 */
public final class PermitNotAcquiredException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final String name;

	private final int permits;

	private final Duration waited;

	/**
	 * Creates the exception.
	 * @param name the semaphore's name
	 * @param permits how many were requested
	 * @param waited how long was waited
	 */
	public PermitNotAcquiredException(String name, int permits, Duration waited) {
		super("Semaphore '" + name + "' had not " + permits + " free within " + waited, null);
		this.name = name;
		this.permits = permits;
		this.waited = waited;
	}

	/**
	 * Returns the name of the semaphore.
	 * @return never empty
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Number of requested permits.
	 * @return at least 1
	 */
	public int permits() {
		return this.permits;
	}

	/**
	 * How long was waited.
	 * @return zero or more
	 */
	public Duration waited() {
		return this.waited;
	}

}
