// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.kept;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.NamedLock;

/**
 * One attempt to get several locks.
 *
 * @since 1.0.0
 */
public interface Gathering {

	/**
	 * Begins.
	 * @return completes with a lease of each lock, or with null if the time to wait
	 * passed
	 */
	CompletableFuture<@Nullable List<Lease>> start();

	/**
	 * Ends it; nothing is held once the releases have run in Redis.
	 * @return false if it was over before
	 */
	boolean cancel();

	/**
	 * Makes an attempt.
	 */
	@FunctionalInterface
	interface Begin {

		/**
		 * Makes an attempt that has not begun.
		 * @param locks in the order of their names
		 */
		Gathering of(List<NamedLock> locks, LockOptions options);

	}

}
