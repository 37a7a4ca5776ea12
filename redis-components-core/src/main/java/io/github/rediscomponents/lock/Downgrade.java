package io.github.rediscomponents.lock;

import io.github.rediscomponents.RedisComponentsException;

/**
 * Makes a lease for writing one for reading, with nobody writing in between.
 */
final class Downgrade {

	private Downgrade() {
	}

	/**
	 * Exchanges a lease for one of fewer permits. One script, which lets those in who may
	 * hold beside it.
	 * @return the new lease; the same one if it was lost, or if no answer came in time
	 */
	static RedisLease of(LeaseEngine engine, RedisLease writes, QueueLockKeeper reads) {
		if (!writes.startRelease()) {
			return writes;
		}
		LeaseTerms terms = writes.terms();
		String id = reads.newLeaseId(engine.client());
		long millis = writes.renewalMillis();
		long sent = System.nanoTime();
		long token = 0;
		try {
			token = reads.commands()
				.exchange(reads.queue(), reads.terms(terms.retentionMillis()), id, millis, writes.id());
		}
		catch (RedisComponentsException ex) {
			if (Bid.isUnknown(ex)) {
				// Who reads may hold it already, so others are kept out until it is known
				// that this one does not write any more.
				writes.lost().thenRun(() -> engine.giveBack(reads, id, millis));
			}
		}
		if (token <= 0) {
			// It goes on excluding others; a loss is told by its next renewal, at once.
			writes.resume();
			return writes;
		}
		RedisLease lease = new RedisLease(engine, null, reads, id, token, terms, sent, millis);
		lease.begin();
		writes.endRelease(true, null).run();
		engine.listener().acquired(lease, 0);
		return lease;
	}

}
