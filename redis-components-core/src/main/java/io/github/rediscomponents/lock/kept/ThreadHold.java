// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.kept;

import io.github.rediscomponents.lease.RedisLease;

/**
 * A lock that a thread holds, and how often it entered. Only touched by that thread.
 *
 * @since 1.0.0
 */
final class ThreadHold {

	/** Another one when a thread that wrote goes on reading. */
	RedisLease lease;

	int count = 1;

	ThreadHold(RedisLease lease) {
		this.lease = lease;
	}

}
