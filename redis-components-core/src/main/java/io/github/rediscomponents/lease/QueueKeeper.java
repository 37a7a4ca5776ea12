// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.concurrent.CompletionStage;

/**
 * A {@link Keeper} of something that is given out in turn. Each acquisition is a waiter
 * of its own in Redis, which hands over to it when its turn comes and wakes it by the id
 * of its lease.
 *
 * @since 1.0.0
 */
public interface QueueKeeper extends Keeper {

	QueueKeys queue();

	QueueCommands commands();

	/** The rules, as they are now. */
	QueueTerms terms(long retentionMillis);

	/** How many of the permits that there are a lease takes. */
	int weight();

	@Override
	default String name() {
		return queue().name();
	}

	@Override
	default String key() {
		return queue().key();
	}

	@Override
	default boolean takesTurns() {
		return false;
	}

	@Override
	default String newLeaseId(Client client) {
		return QueueCommands.leaseId(client.nextLeaseId(), weight());
	}

	@Override
	default long acquire(String leaseId, long leaseMillis, long retentionMillis, long waitMillis) {
		return commands().acquire(queue(), terms(retentionMillis), leaseId, leaseMillis, waitMillis);
	}

	@Override
	default CompletionStage<Long> acquireAsync(String leaseId, long leaseMillis, long retentionMillis,
			long waitMillis) {
		return commands().acquireAsync(queue(), terms(retentionMillis), leaseId, leaseMillis, waitMillis);
	}

	@Override
	default void leave(String leaseId) {
		releaseAsync(leaseId);
	}

	@Override
	default boolean release(String leaseId) {
		return commands().release(queue(), terms(0), leaseId);
	}

	@Override
	default CompletionStage<Long> releaseAsync(String leaseId) {
		return commands().releaseAsync(queue(), terms(0), leaseId);
	}

	@Override
	default Renewal renewal() {
		return commands().renewal();
	}

}
