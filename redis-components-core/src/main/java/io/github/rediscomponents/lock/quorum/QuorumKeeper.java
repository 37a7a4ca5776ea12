// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.quorum;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.rediscomponents.lease.AsyncKeeper;
import io.github.rediscomponents.lease.Futures;
import io.github.rediscomponents.lease.Keeper;
import io.github.rediscomponents.lease.RedisLease;
import io.github.rediscomponents.lock.LockInfo;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.kept.LockKeeper;

/**
 * A lock kept by a majority of independent nodes. Its leases are renewed one by one,
 * because the nodes may agree about one and not about another.
 *
 * @param name the lock's name
 * @param key its hash on every node
 * @param nodes the servers
 */
record QuorumKeeper(String name, String key, QuorumNodes nodes) implements LockKeeper, AsyncKeeper {

	@Override
	public LockKind kind() {
		return LockKind.QUORUM;
	}

	@Override
	public boolean takesTurns() {
		return true;
	}

	@Override
	public CompletionStage<Long> acquireAsync(String leaseId, long leaseMillis, long retentionMillis, long waitMillis) {
		QuorumHold hold = new QuorumHold(this.nodes, this.key, leaseId);
		return plain(hold.acquire(leaseMillis, retentionMillis).thenApply((reply) -> {
			if (reply > 0) {
				this.nodes.hold(leaseId, hold);
			}
			return reply;
		}));
	}

	// No waiter is registered, and each attempt releases its votes.
	@Override
	public void leave(String leaseId) {
	}

	@Override
	public CompletionStage<Long> releaseAsync(String leaseId) {
		QuorumHold hold = this.nodes.end(leaseId);
		return (hold != null) ? plain(result(hold.release())) : CompletableFuture.completedFuture(0L);
	}

	// Each node would decide by itself; it is released, and the next one acquires.
	@Override
	public CompletionStage<Long> passAsync(String leaseId, String nextId, long leaseMillis, long retentionMillis) {
		return releaseAsync(leaseId);
	}

	@Override
	public Keeper replicated(int minReplicas, Duration wait) {
		throw new IllegalArgumentException("minReplicas must be 0 for a quorum lock, was " + minReplicas);
	}

	@Override
	public LockInfo info() {
		this.nodes.checkMayWait();
		return Futures.await(QuorumView.of(this.name, this.key, this.nodes));
	}

	@Override
	public boolean forceRelease() {
		this.nodes.checkMayWait();
		Map<String, QuorumHold> mine = this.nodes.votes(this.key);
		Votes votes = this.nodes.votes();
		QuorumHold.releaseByForce(this.nodes, this.key, votes);
		Votes.Verdict verdict = Futures.await(votes.verdict());
		if (verdict == Votes.Verdict.UNREACHABLE) {
			throw votes.exceptionOfChange();
		}
		boolean held = verdict != Votes.Verdict.NO;
		if (held) {
			mine.forEach(this.nodes::end);
		}
		return held;
	}

	@Override
	public CompletableFuture<Boolean> renewAsync(RedisLease lease, long millis) {
		QuorumHold hold = this.nodes.held(lease.id());
		if (hold == null) {
			return CompletableFuture.completedFuture(false);
		}
		Votes votes = hold.renew(millis, lease.terms().retentionMillis(), lease.token());
		return plain(result(votes).thenApply((reply) -> {
			if (reply == 0) {
				// It is lost; the votes that are left would only keep others out.
				releaseAsync(lease.id());
			}
			return reply == 1;
		}));
	}

	private static CompletableFuture<Long> result(Votes votes) {
		return votes.verdict().thenCompose((verdict) -> switch (verdict) {
			case YES -> CompletableFuture.completedFuture(1L);
			case NO -> CompletableFuture.completedFuture(0L);
			case SPLIT, UNREACHABLE -> CompletableFuture.failedFuture(votes.exceptionOfChange());
		});
	}

	private static <T> CompletableFuture<T> plain(CompletableFuture<T> answer) {
		return Futures.plain(answer, Function.identity());
	}

	@Override
	public String toString() {
		return "QuorumKeeper[" + this.key + ']';
	}

}
