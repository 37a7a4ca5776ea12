package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;

/**
 * An attempt to get several locks: one after the other in the order of their names, each
 * renewed until the last one is there; then all leases begin again together.
 */
final class AllAcquisition implements Acquisition {

	private final RedissonDistributedLock locks;

	private final String name;

	private final List<RedissonNamedLock> parts;

	private final LockOptions options;

	private final @Nullable Thread owner;

	private final long startNanos = System.nanoTime();

	private final CompletableFuture<Optional<Lease>> outcome = new CompletableFuture<>();

	private final AtomicBoolean over = new AtomicBoolean();

	private final List<RedissonLease> taken = new CopyOnWriteArrayList<>();

	private volatile @Nullable RedissonAcquisition asking;

	AllAcquisition(RedissonDistributedLock locks, String name, List<RedissonNamedLock> parts, LockOptions options,
			@Nullable Thread owner) {
		this.locks = locks;
		this.name = name;
		this.parts = parts;
		this.options = options;
		this.owner = owner;
	}

	@Override
	public CompletableFuture<Optional<Lease>> outcome() {
		return this.outcome;
	}

	AllAcquisition start() {
		next();
		return this;
	}

	private void next() {
		if (this.over.get()) {
			return;
		}
		if (this.taken.size() == this.parts.size()) {
			settle();
			return;
		}
		RedissonNamedLock part = this.parts.get(this.taken.size());
		RedissonAcquisition mine = part.begin(gathering(), this.owner);
		this.asking = mine;
		mine.outcome().whenComplete((lease, failure) -> {
			if (lease != null) {
				this.locks.work(() -> mine.taken(lease));
			}
			answered(lease, failure);
		});
		if (this.over.get()) {
			mine.giveUp();
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
		RedissonLease got = (RedissonLease) lease.get();
		this.taken.add(got);
		if (this.over.get()) {
			got.beginRelease();
		}
		next();
	}

	/**
	 * Later tokens of every name have to exceed the token of the whole, which is the
	 * largest.
	 */
	private void settle() {
		List<RedissonLease> all = List.copyOf(this.taken);
		long token = all.stream().mapToLong(RedissonLease::token).max().orElseThrow();
		Terms terms = Terms.of(this.options, this.locks.settings(), this.owner);
		CompletionStage<Boolean> settled = CompletableFuture.completedFuture(true);
		for (RedissonLease lease : all) {
			settled = settled.thenCombine(lease.settle(terms, token), Boolean::logicalAnd);
		}
		settled.whenComplete((valid, failure) -> {
			if (Boolean.TRUE.equals(valid)) {
				end(new AllLease(this.name, token, all), null);
			}
			else if (failure == null && (left() == null || !Duration.ZERO.equals(left()))) {
				this.taken.clear();
				all.forEach(RedissonLease::beginRelease);
				next();
			}
			else {
				end(null, failure);
			}
		});
	}

	private void end(@Nullable AllLease lease, @Nullable Throwable failure) {
		boolean first = this.over.compareAndSet(false, true);
		if (!first || lease == null) {
			this.taken.forEach(RedissonLease::beginRelease);
		}
		if (first && failure != null) {
			this.outcome.completeExceptionally(failure);
		}
		else if (first) {
			this.outcome.complete(Optional.ofNullable(lease));
		}
	}

	// The listener hears of the single names.
	@Override
	public void taken(Optional<Lease> lease) {
	}

	@Override
	public boolean giveUp() {
		if (!this.over.compareAndSet(false, true)) {
			return false;
		}
		RedissonAcquisition mine = this.asking;
		if (mine != null) {
			mine.giveUp();
		}
		this.taken.forEach(RedissonLease::beginRelease);
		this.outcome.cancel(false);
		return true;
	}

}
