// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import org.jspecify.annotations.Nullable;

/**
 * A body that runs under a lock.
 *
 * @param <T> the type of the result
 * @param <X> the type of the exception
 * @since 1.0.0
 */
@FunctionalInterface
public interface LockedCall<T extends @Nullable Object, X extends Exception> {

	/**
	 * Runs while the lock is held.
	 * @param lease the lease, released by the caller afterwards
	 * @return the result
	 * @throws X if the body fails
	 */
	T call(Lease lease) throws X;

}
