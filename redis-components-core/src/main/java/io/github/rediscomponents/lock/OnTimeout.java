// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

/**
 * Behaviour of an annotated method that gets no lock or permit in time.
 *
 * @since 1.0.0
 */
public enum OnTimeout {

	/**
	 * The call throws {@link LockNotAcquiredException} or
	 * {@link io.github.rediscomponents.semaphore.PermitNotAcquiredException}; a method
	 * that returns a {@link java.util.concurrent.CompletionStage} returns one that failed
	 * with it.
	 */
	THROW,

	/**
	 * The method does not run: the call returns an empty {@link java.util.Optional}, a
	 * completed stage of the same, or null. Not possible for methods that return a
	 * primitive value.
	 */
	SKIP

}
