package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.support.RedisBatch;

/**
 * A lock kept by a majority of independent nodes. Its leases are renewed one by one,
 * because the nodes may agree about one and not about another.
 *
 * @param name the lock's name
 * @param key its hash on every node
 * @param nodes the servers
 */
record QuorumKeeper(String name, String key, QuorumNodes nodes) implements LockKeeper, Renewal {

	@Override
	public LockKind kind() {
		return LockKind.QUORUM;
	}

	@Override
	public boolean takesTurns() {
		return true;
	}

	@Override
	public long acquire(String leaseId, long leaseMillis, long retentionMillis, long waitMillis) {
		return await(acquireAsync(leaseId, leaseMillis, retentionMillis, waitMillis));
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

	// Nobody is registered, and each attempt gives back what it got.
	@Override
	public void leave(String leaseId) {
	}

	@Override
	public boolean release(String leaseId) {
		return await(releaseAsync(leaseId)) == 1;
	}

	@Override
	public CompletionStage<Long> releaseAsync(String leaseId) {
		QuorumHold hold = this.nodes.end(leaseId);
		return (hold != null) ? plain(result(hold.release())) : CompletableFuture.completedFuture(0L);
	}

	// Each node would decide by itself; it is given back, and the next one asks.
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
		return await(QuorumView.of(this.name, this.key, this.nodes));
	}

	@Override
	public boolean forceRelease() {
		Votes votes = new Votes(this.nodes.size());
		QuorumHold.releaseByForce(this.nodes, this.key, votes);
		Votes.Verdict verdict = await(votes.verdict());
		if (verdict == Votes.Verdict.UNREACHABLE) {
			throw votes.exception();
		}
		boolean held = verdict != Votes.Verdict.NO;
		if (held) {
			this.nodes.endAll(this.key);
		}
		return held;
	}

	@Override
	public Renewal renewal() {
		return this;
	}

	@Override
	public List<Object> renew(List<RedisLease> leases, long[] millis) {
		return await(renewAll(leases, millis));
	}

	@Override
	public CompletionStage<List<Object>> renew(RedisBatch batch, List<RedisLease> leases, long[] millis) {
		return renewAll(leases, millis);
	}

	private CompletableFuture<List<Object>> renewAll(List<RedisLease> leases, long[] millis) {
		List<CompletableFuture<Long>> renewals = new ArrayList<>();
		for (int i = 0; i < millis.length; i++) {
			renewals.add(renew(leases.get(i), millis[i]));
		}
		return plain(CompletableFuture.allOf(renewals.toArray(CompletableFuture[]::new))
			.thenApply((done) -> renewals.stream().<Object>map(CompletableFuture::join).toList()));
	}

	private CompletableFuture<Long> renew(RedisLease lease, long millis) {
		QuorumHold hold = this.nodes.held(lease.id());
		if (hold == null) {
			return CompletableFuture.completedFuture(0L);
		}
		Votes votes = hold.renew(millis, lease.terms().retentionMillis(), lease.token());
		return result(votes).thenApply((reply) -> {
			if (reply == 0) {
				// It is lost; the votes that are left would only keep others out.
				releaseAsync(lease.id());
			}
			return reply;
		});
	}

	private static CompletableFuture<Long> result(Votes votes) {
		return votes.verdict().thenCompose((verdict) -> switch (verdict) {
			case YES -> CompletableFuture.completedFuture(1L);
			case NO -> CompletableFuture.completedFuture(0L);
			case SPLIT, UNREACHABLE -> CompletableFuture.failedFuture(votes.exception());
		});
	}

	/** Bounded, because every port gives up after its time-out. */
	private static <T> T await(CompletionStage<T> answer) {
		try {
			return answer.toCompletableFuture().join();
		}
		catch (CompletionException ex) {
			throw unwrapped(ex);
		}
	}

	/** The same, failing with what happened and not with a wrapper of it. */
	private static <T> CompletableFuture<T> plain(CompletableFuture<T> answer) {
		return answer.exceptionallyCompose((failure) -> CompletableFuture.failedFuture(unwrapped(failure)));
	}

	private static RuntimeException unwrapped(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		return (cause instanceof RuntimeException known) ? known : new CompletionException(cause);
	}

	@Override
	public String toString() {
		return "QuorumKeeper[" + this.key + ']';
	}

}
