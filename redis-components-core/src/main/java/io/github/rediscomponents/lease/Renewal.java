// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.List;

/**
 * Makes leases of one kind last longer.
 *
 * @since 1.0.0
 */
public interface Renewal {

	/**
	 * Renews one lease. Blocks.
	 * @return false if the lease is not held in Redis
	 */
	boolean renew(RedisLease lease, long millis);

	/**
	 * Renews many, each for {@link RedisLease#renewalMillis()}. Does not block.
	 * @param answers receives the answer for each lease once
	 */
	void renewAll(List<RedisLease> leases, Answers answers);

	/**
	 * Receives the results of renewals.
	 */
	interface Answers {

		/**
		 * Receives an answer.
		 * @param ours false if the lease is not held in Redis
		 * @param sentNanos when the renewal was sent
		 * @param millis how long the lease lasts from then
		 */
		void renewed(RedisLease lease, boolean ours, long sentNanos, long millis);

		void failed(RedisLease lease, Throwable failure);

	}

}
