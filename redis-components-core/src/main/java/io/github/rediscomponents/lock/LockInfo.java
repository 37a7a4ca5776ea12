// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.Optional;

/**
 * How a lock was a moment ago.
 *
 * @param name its name
 * @param holder the {@link Lease#id() id} of the lease that holds it, the earliest if
 * there are several readers, empty if it is free
 * @param token the fencing token of the holder, or of the last one; 0 if Redis remembers
 * no holder
 * @param remaining how long the lease lasts if it is not renewed; zero if the lock is
 * free
 * @param age how long the lease has held it, by the server's clock; zero if the lock is
 * free, or if the engine does not record it
 * @param waiting number of waiters: processes, or acquisitions of a fair or read-write
 * lock
 * @since 1.0.0
 */
public record LockInfo(String name, Optional<String> holder, long token, Duration remaining, Duration age,
		int waiting) {

	/**
	 * Returns whether the lock is held.
	 * @return true if it is held
	 */
	public boolean held() {
		return this.holder.isPresent();
	}

}
