// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.lease.AsyncKeeper;
import io.github.rediscomponents.lease.Client;
import io.github.rediscomponents.lease.Futures;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lease.LeaseTerms;
import io.github.rediscomponents.lease.RedisLease;
import io.github.rediscomponents.lease.ReservingKeeper;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockInfo;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.kept.LockKeeper;
import io.github.rediscomponents.support.FailureLog;

/**
 * One of Redisson's locks. Redisson stores the lease id as the holder.
 *
 * @param place the keys of the lock
 * @param commands commands that are sent through Redisson
 * @param minReplicas how many replicas must have an acquisition
 * @param replicaTimeout how long they may take
 */
record RedissonKeeper(LockPlace place, RedissonCommands commands, int minReplicas,
		Duration replicaTimeout) implements LockKeeper, ReservingKeeper, AsyncKeeper {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLock.class);

	// Time for the script that begins the lease; it also sets the lease as it was wished.
	private static final long LEAST_MILLIS = 2000;

	@Override
	public String name() {
		return this.place.name();
	}

	@Override
	public LockKind kind() {
		return this.place.kind();
	}

	@Override
	public String key() {
		return this.place.key();
	}

	@Override
	public boolean takesTurns() {
		return kind() == LockKind.PLAIN;
	}

	@Override
	public String newLeaseId(Client client) {
		return this.commands.newHolder(this.place);
	}

	@Override
	public CompletableFuture<Boolean> reserve(String leaseId, long leaseMillis, long waitMillis) {
		return new Reservation(this, leaseId, Math.max(LEAST_MILLIS, leaseMillis), waitMillis).start();
	}

	@Override
	public boolean outlastsWait() {
		return kind() == LockKind.FAIR;
	}

	@Override
	public long leastMillis() {
		return LEAST_MILLIS;
	}

	@Override
	public CompletionStage<Long> acquireAsync(String leaseId, long leaseMillis, long retentionMillis, long waitMillis) {
		return confirm(leaseId, leaseMillis, retentionMillis, 0);
	}

	/**
	 * Begins the lease of a reservation, or begins it again.
	 * @return completes with the token, 0 if it is not reserved
	 */
	private CompletableFuture<Long> confirm(String leaseId, long leaseMillis, long retentionMillis, long leastToken) {
		return RedissonFailures.translated(() -> this.commands.scripts()
			.confirm(this, leaseId, leaseMillis, retentionMillis, leastToken)
			.thenApply((token) -> {
				if (token == RedissonScripts.OTHER_KIND) {
					throw new RedisCommandException("WRONGTYPE Lock '" + name() + "' is used as another kind of lock",
							null);
				}
				return token;
			}));
	}

	/**
	 * Begins a lease again on other terms, as part of several that were acquired one
	 * after the other.
	 * @param leastToken a lower bound that later tokens of this name exceed
	 * @return completes with whether it is still held
	 */
	CompletionStage<Boolean> settle(RedisLease lease, LeaseTerms settled, long leastToken) {
		long sent = System.nanoTime();
		long millis = settled.nextLeaseMillis(0);
		return confirm(lease.id(), millis, settled.retentionMillis(), leastToken).thenApply((token) -> {
			if (token <= 0) {
				lease.lose(LossReason.REMOVED);
			}
			lease.restart(settled, sent, millis);
			return lease.isValid();
		});
	}

	// Redisson keeps its own waiters.
	@Override
	public void leave(String leaseId) {
	}

	@Override
	public CompletionStage<Long> releaseAsync(String leaseId) {
		return RedissonFailures.translated(() -> this.commands.unlock(this.place, LockPlace.number(leaseId)));
	}

	@Override
	public CompletionStage<Long> giveBackAsync(String leaseId) {
		return RedissonFailures.translated(() -> this.commands.unlockAll(this.place, LockPlace.number(leaseId)));
	}

	@Override
	public RedissonKeeper replicated(int replicas, Duration wait) {
		return new RedissonKeeper(this.place, this.commands, replicas, wait);
	}

	@Override
	public CompletionStage<Boolean> renewAsync(RedisLease lease, long millis) {
		return RedissonFailures.translated(() -> this.commands.scripts()
			.extend(this.place, lease.id(), millis, lease.terms().retentionMillis())
			.thenApply((reply) -> reply == 1));
	}

	@Override
	public LockInfo info() {
		List<Object> reply = Futures.await(RedissonFailures.translated(() -> this.commands.scripts().info(this.place)));
		String holder = String.valueOf(reply.get(0));
		return new LockInfo(name(), holder.isEmpty() ? Optional.empty() : Optional.of(holder), number(reply.get(1)),
				Duration.ofMillis(number(reply.get(2))), Duration.ZERO, (int) number(reply.get(3)));
	}

	private static long number(Object reply) {
		return ((Number) reply).longValue();
	}

	@Override
	public @Nullable RedissonKeeper otherSide() {
		return this.place.otherSide()
			.map((other) -> new RedissonKeeper(other, this.commands, this.minReplicas, this.replicaTimeout))
			.orElse(null);
	}

	/**
	 * Takes the read lock with the number of the writer, then releases the write lock.
	 */
	@Override
	public RedisLease downgrade(LeaseEngine engine, RedisLease writes) {
		LeaseTerms terms = writes.terms();
		long millis = terms.nextLeaseMillis(0);
		String id = this.commands.holder(this.place, LockPlace.number(writes.id()));
		long sent = System.nanoTime();
		long token = 0;
		try {
			if (writes.isValid() && Futures.await(reserve(id, millis, 0))) {
				token = acquire(id, millis, terms.retentionMillis(), 0);
			}
		}
		catch (RedisComponentsException ex) {
			FailureLog.debug(logger, ex, "A lock could not be downgraded");
		}
		if (token <= 0) {
			// It goes on excluding others.
			engine.giveBack(this, id, millis);
			return writes;
		}
		RedisLease lease = new RedisLease(engine, null, this, id, token, terms, sent, millis);
		lease.begin();
		engine.observer().acquired(lease, 0);
		writes.release();
		return lease;
	}

	/** Takes it away from whichever side has it. */
	@Override
	public boolean forceRelease() {
		RedissonKeeper other = otherSide();
		return forceUnlock() || (other != null && other.forceUnlock());
	}

	private boolean forceUnlock() {
		return Futures
			.await(RedissonFailures.translated(() -> this.place.lock(this.commands.redisson()).forceUnlockAsync()));
	}

	@Override
	public String toString() {
		return "RedissonKeeper[" + key() + ']';
	}

}
