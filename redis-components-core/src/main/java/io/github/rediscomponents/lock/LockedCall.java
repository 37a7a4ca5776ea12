// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import org.jspecify.annotations.Nullable;

/**
 * What is run under a lock.
 *
 * @param <T> what it returns
 * @param <X> what it throws
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockedCall<T extends @Nullable Object, X extends Exception> {

	/**
	 * Runs while the lock is held.
	 * @param lease the lease, released by the caller afterwards
	 * @return the result
	 * @throws X what goes wrong
	 */
	T call(Lease lease) throws X;

}
