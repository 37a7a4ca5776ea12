// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

/**
 * The result of the release of a lease.
 *
 * @since 1.0.0
 */
public enum ReleaseResult {

	/** The lock was held until now, and is free. */
	RELEASED,

	/** The lease had been lost before; another holder may have held the lock since. */
	ALREADY_LOST,

	/**
	 * Redis did not answer. The lease was valid until now; the release is repeated in the
	 * background, and the lock becomes free when it arrives or when the lease time has
	 * passed.
	 */
	UNKNOWN

}
