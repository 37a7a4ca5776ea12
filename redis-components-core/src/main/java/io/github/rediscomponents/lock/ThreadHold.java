package io.github.rediscomponents.lock;

/**
 * A lock that a thread holds, and how often it entered. Only touched by that thread.
 */
final class ThreadHold {

	/** Another one when a thread that wrote goes on reading. */
	RedisLease lease;

	int count = 1;

	ThreadHold(RedisLease lease) {
		this.lease = lease;
	}

}
