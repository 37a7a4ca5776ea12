// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.lettuce;

import java.time.Duration;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.lease.Bid;
import io.github.rediscomponents.lease.Keeper;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lease.LeaseTerms;
import io.github.rediscomponents.lease.QueueCommands;
import io.github.rediscomponents.lease.QueueInfo;
import io.github.rediscomponents.lease.QueueKeeper;
import io.github.rediscomponents.lease.QueueKeys;
import io.github.rediscomponents.lease.QueueTerms;
import io.github.rediscomponents.lease.RedisLease;
import io.github.rediscomponents.lock.LockInfo;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.kept.LockKeeper;

/**
 * A fair lock, or one side of a read-write lock.
 *
 * @param queue its keys
 * @param kind which
 * @param commands the scripts
 * @since 1.0.0
 */
public record QueueLockKeeper(QueueKeys queue, LockKind kind,
		QueueCommands commands) implements QueueKeeper, LockKeeper {

	@Override
	public QueueTerms terms(long retentionMillis) {
		return new QueueTerms(this.queue.kind().permits(), true, retentionMillis);
	}

	@Override
	public int weight() {
		return (this.kind == LockKind.WRITE) ? this.queue.kind().permits() : 1;
	}

	@Override
	public @Nullable LockKeeper otherSide() {
		return switch (this.kind) {
			case READ -> new QueueLockKeeper(this.queue, LockKind.WRITE, this.commands);
			case WRITE -> new QueueLockKeeper(this.queue, LockKind.READ, this.commands);
			default -> null;
		};
	}

	/** One script, which also admits the waiters that may hold beside it. */
	@Override
	public RedisLease downgrade(LeaseEngine engine, RedisLease writes) {
		if (!writes.startRelease()) {
			return writes;
		}
		LeaseTerms held = writes.terms();
		String id = newLeaseId(engine.client());
		long millis = writes.renewalMillis();
		long sent = System.nanoTime();
		long token = 0;
		try {
			token = this.commands.exchange(this.queue, terms(held.retentionMillis()), id, millis, writes.id());
		}
		catch (RedisComponentsException ex) {
			if (Bid.isUnknown(ex)) {
				// The reading side may be held already, so other holders are kept out
				// until
				// the writing side is known to be over.
				writes.lost().thenRun(() -> engine.giveBack(this, id, millis));
			}
		}
		if (token <= 0) {
			// It still excludes others; its next renewal, at once, reports a loss.
			writes.resume();
			return writes;
		}
		RedisLease lease = new RedisLease(engine, null, this, id, token, held, sent, millis);
		lease.begin();
		writes.endRelease(true, null).run();
		engine.observer().acquired(lease, 0);
		return lease;
	}

	@Override
	public Keeper replicated(int minReplicas, Duration wait) {
		return new QueueLockKeeper(this.queue, this.kind, this.commands.replicated(minReplicas, wait));
	}

	@Override
	public LockInfo info() {
		QueueInfo info = this.commands.info(this.queue, 1);
		if (info.holders().isEmpty()) {
			return new LockInfo(name(), Optional.empty(), info.token(), Duration.ZERO, Duration.ZERO, info.waiting());
		}
		QueueInfo.Holder holder = info.holders().get(0);
		return new LockInfo(name(), Optional.of(holder.leaseId()), holder.token(),
				Duration.ofMillis(holder.leftMillis()), Duration.ofMillis(holder.ageMicros() / 1000), info.waiting());
	}

	@Override
	public boolean forceRelease() {
		return this.commands.revoke(this.queue, terms(0), QueueCommands.ALL);
	}

}
