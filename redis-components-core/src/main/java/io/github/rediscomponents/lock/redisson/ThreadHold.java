package io.github.rediscomponents.lock.redisson;

import io.github.rediscomponents.lock.Lease;

/**
 * A lock that a thread holds, and how often it entered. Only touched by that thread.
 */
final class ThreadHold {

	/** Another one when a thread that wrote goes on reading. */
	Lease lease;

	int count = 1;

	ThreadHold(Lease lease) {
		this.lease = lease;
	}

}
