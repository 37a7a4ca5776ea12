// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import io.github.rediscomponents.RedisComponentsException;

/**
 * A thread was interrupted while it waited for a lock or a permit on behalf of an
 * annotated method that declares no {@link InterruptedException}. Nothing is held, the
 * method did not run, and the thread's interrupt flag is set again.
 *
 * @since 1.0.0
 */
public final class AcquireInterruptedException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param waitedFor the awaited resource, such as "lock 'order:1'"
	 * @param cause the interrupt
	 */
	public AcquireInterruptedException(String waitedFor, InterruptedException cause) {
		super("Interrupted while waiting for " + waitedFor, cause);
	}

}
