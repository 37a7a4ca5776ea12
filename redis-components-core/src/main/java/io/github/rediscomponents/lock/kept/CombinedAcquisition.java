// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.kept;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lease.Futures;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.OnUnavailable;
import io.github.rediscomponents.support.Attempt;

/**
 * One attempt to get several locks. It tries all of them at once; if one is taken, it
 * gives the others back, waits for that one alone and tries the rest again. A waiter
 * holds nothing, so it holds up no other one. Every fourth round takes the locks one
 * after the other, in the order of their names, and keeps held ones for a bounded time,
 * so that small sets do not starve a large one. Only this round waits while it holds, and
 * always for a lock later in the order, so no two acquisitions wait for each other.
 *
 * @since 1.0.0
 */
final class CombinedAcquisition implements Gathering {

	/** How long a lock is waited for while others are held. */
	static final Duration HOLDING = Duration.ofSeconds(1);

	/** How many rounds hold nothing while they wait, before one that does. */
	static final int POLITE_ROUNDS = 3;

	private static final Duration FOREVER = Duration.ofDays(36_000);

	private final List<NamedLock> locks;

	private final LockOptions options;

	private final long startNanos = System.nanoTime();

	private final CompletableFuture<@Nullable List<Lease>> result = new CompletableFuture<>();

	private final ReentrantLock guard = new ReentrantLock();

	// Guarded, as is over.
	private final Set<CompletableFuture<Optional<Lease>>> asking = new HashSet<>();

	private boolean over;

	// Only used by the thread that takes it further.
	private int rounds;

	CombinedAcquisition(List<NamedLock> locks, LockOptions options) {
		this.locks = locks;
		this.options = options;
	}

	@Override
	public CompletableFuture<@Nullable List<Lease>> start() {
		tryRest(-1, null);
		return this.result;
	}

	/** How long there is left to wait. */
	private Duration left() {
		Duration wait = this.options.maxWait();
		if (wait == null) {
			return FOREVER;
		}
		Duration left = wait.minusNanos(System.nanoTime() - this.startNanos);
		return left.isNegative() ? Duration.ZERO : left;
	}

	private CompletableFuture<Optional<Lease>> take(int which, Duration wait) {
		LockOptions one = this.options.withMaxWait(wait);
		// Those that were acquired before one that fails must be released.
		CompletableFuture<Optional<Lease>> taking = Attempt.of(() -> this.locks.get(which).tryAcquireAsync(one))
			.toCompletableFuture();
		this.guard.lock();
		boolean late;
		try {
			late = this.over;
			if (!late) {
				this.asking.add(taking);
			}
		}
		finally {
			this.guard.unlock();
		}
		if (late) {
			taking.cancel(false);
		}
		taking.whenComplete((lease, failure) -> {
			this.guard.lock();
			this.asking.remove(taking);
			this.guard.unlock();
		});
		return taking;
	}

	/**
	 * Tries all that are not held yet, at once and without waiting.
	 */
	private void tryRest(int held, @Nullable Lease lease) {
		List<CompletableFuture<Optional<Lease>>> all = new ArrayList<>();
		for (int i = 0; i < this.locks.size(); i++) {
			all.add((i == held) ? CompletableFuture.completedFuture(Optional.ofNullable(lease))
					: take(i, Duration.ZERO));
		}
		CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).whenComplete((done, failure) -> {
			List<Lease> got = new ArrayList<>();
			int missing = -1;
			boolean goesOn = true;
			for (int i = all.size() - 1; i >= 0; i--) {
				Optional<Lease> one = all.get(i).exceptionally((ex) -> Optional.empty()).join();
				goesOn &= all.get(i).handle((known, ex) -> ex == null || isWaitedOut(ex)).join();
				one.ifPresent((mine) -> got.add(0, mine));
				missing = one.isPresent() ? missing : i;
			}
			if (failure != null && !goesOn) {
				fail(failure, got);
			}
			else if (missing < 0) {
				end(got);
			}
			else {
				RedisCombinedLease.release(got);
				next(missing);
			}
		});
	}

	/** Whether it is waited until Redis is there again, by waiting for the one lock. */
	private boolean isWaitedOut(Throwable failure) {
		return this.options.onUnavailable() == OnUnavailable.KEEP_WAITING && !left().isZero()
				&& Futures.cause(failure) instanceof RedisUnavailableException;
	}

	private void next(int missing) {
		if (left().isZero()) {
			end(null);
		}
		else if (++this.rounds % (POLITE_ROUNDS + 1) == 0) {
			takeInOrder(new ArrayList<>());
		}
		else {
			take(missing, left()).whenComplete((lease, failure) -> {
				if (failure != null) {
					fail(failure, List.of());
				}
				else if (lease.isEmpty()) {
					end(null);
				}
				else {
					tryRest(missing, lease.get());
				}
			});
		}
	}

	private void takeInOrder(List<Lease> held) {
		if (held.size() == this.locks.size()) {
			end(held);
			return;
		}
		int next = held.size();
		Duration left = left();
		Duration wait = (held.isEmpty() || left.compareTo(HOLDING) < 0) ? left : HOLDING;
		take(next, wait).whenComplete((lease, failure) -> {
			if (failure != null && !isWaitedOut(failure)) {
				fail(failure, held);
			}
			else if (failure == null && lease.isPresent()) {
				held.add(lease.get());
				takeInOrder(held);
			}
			else {
				RedisCombinedLease.release(held);
				next(next);
			}
		});
	}

	private boolean over() {
		this.guard.lock();
		try {
			boolean first = !this.over;
			this.over = true;
			return first;
		}
		finally {
			this.guard.unlock();
		}
	}

	private void end(@Nullable List<Lease> all) {
		if (over()) {
			this.result.complete(all);
		}
		else if (all != null) {
			RedisCombinedLease.release(all);
		}
	}

	private void fail(Throwable failure, List<Lease> got) {
		RedisCombinedLease.release(got);
		if (over()) {
			this.result.completeExceptionally(Futures.cause(failure));
		}
	}

	@Override
	public boolean cancel() {
		if (!over()) {
			return false;
		}
		this.guard.lock();
		List<CompletableFuture<Optional<Lease>>> open = List.copyOf(this.asking);
		this.guard.unlock();
		open.forEach((one) -> one.cancel(false));
		return true;
	}

}
