// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lease.Futures;
import io.github.rediscomponents.lease.LeaseTerms;
import io.github.rediscomponents.lease.RedisLease;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.kept.Gathering;
import io.github.rediscomponents.support.Attempt;

/**
 * An attempt to get several locks: one after the other in the order of their names, each
 * renewed until the last one is there; then all leases begin again together. Redisson's
 * own MultiLock takes its locks in the order in which the caller names them.
 */
final class RedissonGathering implements Gathering {

	private final Supplier<LockSettings> settings;

	private final List<NamedLock> locks;

	private final LockOptions options;

	private final long startNanos = System.nanoTime();

	private final CompletableFuture<@Nullable List<Lease>> outcome = new CompletableFuture<>();

	private final AtomicBoolean over = new AtomicBoolean();

	private final List<Lease> taken = new CopyOnWriteArrayList<>();

	private volatile @Nullable CompletableFuture<Optional<Lease>> asking;

	RedissonGathering(Supplier<LockSettings> settings, List<NamedLock> locks, LockOptions options) {
		this.settings = settings;
		this.locks = locks;
		this.options = options;
	}

	@Override
	public CompletableFuture<@Nullable List<Lease>> start() {
		next();
		return this.outcome;
	}

	private void next() {
		if (this.over.get()) {
			return;
		}
		if (this.taken.size() == this.locks.size()) {
			settle();
			return;
		}
		CompletableFuture<Optional<Lease>> mine = Attempt
			.of(() -> this.locks.get(this.taken.size()).tryAcquireAsync(gathering()))
			.toCompletableFuture();
		this.asking = mine;
		mine.whenComplete(this::answered);
		if (this.over.get()) {
			mine.cancel(false);
		}
	}

	private LockOptions gathering() {
		Duration left = left();
		LockOptions gathering = LockOptions.defaults().withOnUnavailable(this.options.onUnavailable());
		return (left != null) ? gathering.withMaxWait(left) : gathering;
	}

	private @Nullable Duration left() {
		Duration wait = this.options.maxWait();
		if (wait == null) {
			return null;
		}
		Duration left = wait.minusNanos(System.nanoTime() - this.startNanos);
		return left.isNegative() ? Duration.ZERO : left;
	}

	private void answered(@Nullable Optional<Lease> lease, @Nullable Throwable failure) {
		if (failure != null || lease == null || lease.isEmpty()) {
			end(null, failure);
			return;
		}
		this.taken.add(lease.get());
		if (this.over.get()) {
			lease.get().releaseAsync();
		}
		next();
	}

	/**
	 * Later tokens of every name have to exceed the token of the whole, which is the
	 * largest.
	 */
	private void settle() {
		List<Lease> all = List.copyOf(this.taken);
		long token = all.stream().mapToLong(Lease::token).max().orElseThrow();
		LockSettings now = this.settings.get();
		LeaseTerms terms = LeaseTerms.of(this.options, now, null);
		CompletionStage<Boolean> settled = CompletableFuture.completedFuture(true);
		for (Lease lease : all) {
			RedisLease held = (RedisLease) lease;
			RedissonKeeper keeper = ((RedissonKeeper) held.keeper()).replicated(this.options.minReplicas(),
					now.replicaTimeout());
			settled = settled.thenCombine(Attempt.of(() -> keeper.settle(held, terms, token)), Boolean::logicalAnd);
		}
		settled.whenComplete((valid, failure) -> {
			if (Boolean.TRUE.equals(valid)) {
				end(all, null);
			}
			else if (failure == null && !Duration.ZERO.equals(left())) {
				this.taken.clear();
				all.forEach(Lease::releaseAsync);
				next();
			}
			else {
				end(null, failure);
			}
		});
	}

	private void end(@Nullable List<Lease> all, @Nullable Throwable failure) {
		boolean first = this.over.compareAndSet(false, true);
		if (!first || all == null) {
			this.taken.forEach(Lease::releaseAsync);
		}
		if (first && failure != null) {
			this.outcome.completeExceptionally(Futures.cause(failure));
		}
		else if (first) {
			this.outcome.complete(all);
		}
	}

	@Override
	public boolean cancel() {
		if (!this.over.compareAndSet(false, true)) {
			return false;
		}
		CompletableFuture<Optional<Lease>> mine = this.asking;
		if (mine != null) {
			mine.cancel(false);
		}
		this.taken.forEach(Lease::releaseAsync);
		return true;
	}

}
