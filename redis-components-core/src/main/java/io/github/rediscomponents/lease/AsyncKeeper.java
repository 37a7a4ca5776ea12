// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

/**
 * A {@link Keeper} that sends everything without blocking and renews its leases itself,
 * one by one. The blocking calls await the others.
 *
 * @since 1.0.0
 */
public interface AsyncKeeper extends Keeper, SingleRenewal {

	@Override
	default long acquire(String leaseId, long leaseMillis, long retentionMillis, long waitMillis) {
		return Futures.await(acquireAsync(leaseId, leaseMillis, retentionMillis, waitMillis));
	}

	@Override
	default boolean release(String leaseId) {
		return Futures.await(releaseAsync(leaseId)) == 1;
	}

	@Override
	default Renewal renewal() {
		return this;
	}

	@Override
	default boolean renew(RedisLease lease, long millis) {
		return Futures.await(renewAsync(lease, millis));
	}

}
