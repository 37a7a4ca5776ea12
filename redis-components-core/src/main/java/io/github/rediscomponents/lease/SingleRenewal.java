// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A {@link Renewal} that sends each lease by itself.
 *
 * @since 1.0.0
 */
public interface SingleRenewal extends Renewal {

	/**
	 * Renews one lease without blocking.
	 * @return completes with false if the lease is not held in Redis; exceptionally with
	 * the cause, not wrapped
	 */
	CompletionStage<Boolean> renewAsync(RedisLease lease, long millis);

	@Override
	default void renewAll(List<RedisLease> leases, Answers answers) {
		for (RedisLease lease : leases) {
			long sent = System.nanoTime();
			long millis = lease.renewalMillis();
			renewAsync(lease, millis).whenComplete((ours, failure) -> {
				if (failure != null) {
					answers.failed(lease, failure);
				}
				else {
					answers.renewed(lease, ours, sent, millis);
				}
			});
		}
	}

}
