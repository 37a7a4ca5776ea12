package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.Optional;

/**
 * How a lock was a moment ago.
 *
 * @param name its name
 * @param holder the {@link Lease#id() id} of the lease that holds it, the earliest if
 * there are several readers, empty if it is free
 * @param token the fencing token of the holder, or of the last one; 0 if nobody is
 * remembered
 * @param remaining how long the lease lasts if it is not renewed; zero if the lock is
 * free
 * @param waiting how many wait for it: processes, or of a fair or read-write lock
 * acquisitions
 */
public record LockInfo(String name, Optional<String> holder, long token, Duration remaining, int waiting) {

	/**
	 * Whether somebody holds the lock.
	 * @return true if it is held
	 */
	public boolean held() {
		return this.holder.isPresent();
	}

}
