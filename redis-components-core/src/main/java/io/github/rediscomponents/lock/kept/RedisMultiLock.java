// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.kept;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.Lock;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.lease.Futures;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockInfo;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Checks;

/**
 * Several locks as one, see {@link CombinedAcquisition}.
 *
 * @since 1.0.0
 */
final class RedisMultiLock implements NamedLock {

	private static final int MOST = 100;

	private final KeptLocks owner;

	private final List<NamedLock> locks;

	private final String name;

	private final Gathering.Begin gathering;

	/**
	 * Combines locks.
	 * @param owner the registry they belong to
	 * @param locks in the order of their names
	 */
	RedisMultiLock(KeptLocks owner, List<NamedLock> locks, Gathering.Begin gathering) {
		this.owner = owner;
		this.locks = List.copyOf(locks);
		this.gathering = gathering;
		this.name = locks.stream().map(NamedLock::name).collect(Collectors.joining(", "));
	}

	static RedisMultiLock of(KeptLocks owner, Collection<String> names, Gathering.Begin gathering) {
		Checks.notNull("names", names);
		names.forEach((name) -> Checks.notNull("names", name));
		TreeSet<String> ordered = new TreeSet<>(names);
		Checks.isTrue(!ordered.isEmpty() && ordered.size() <= MOST,
				"names must be 1 to " + MOST + ", were " + ordered.size());
		return new RedisMultiLock(owner, ordered.stream().map(owner::get).toList(), gathering);
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public Lease acquire() throws InterruptedException {
		return tryAcquire(LockOptions.defaults())
			.orElseThrow(() -> new IllegalStateException("Waiting without limit ended without a lease"));
	}

	@Override
	public Optional<Lease> tryAcquire() {
		this.owner.engine().checkMayWait();
		try {
			// One round trip, which is not given up when the thread is interrupted.
			return combined(this.gathering.of(this.locks, LockOptions.noWait()).start().join());
		}
		catch (CompletionException ex) {
			throw Futures.failure(ex);
		}
	}

	@Override
	public Optional<Lease> tryAcquire(Duration wait) throws InterruptedException {
		return tryAcquire(LockOptions.defaults().withMaxWait(Checks.notNull("wait", wait)));
	}

	@Override
	public Optional<Lease> tryAcquire(LockOptions options) throws InterruptedException {
		Checks.notNull("options", options);
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		this.owner.engine().checkMayWait();
		Gathering acquisition = this.gathering.of(this.locks, options);
		CompletableFuture<@Nullable List<Lease>> acquiring = acquisition.start();
		try {
			return combined(acquiring.get());
		}
		catch (InterruptedException ex) {
			giveUp(acquisition, acquiring);
			throw ex;
		}
		catch (ExecutionException ex) {
			throw Futures.failure(ex);
		}
	}

	@Override
	public CompletionStage<Optional<Lease>> tryAcquireAsync(LockOptions options) {
		Gathering acquisition = this.gathering.of(this.locks, Checks.notNull("options", options));
		CompletableFuture<Optional<Lease>> delivery = new CompletableFuture<>();
		CompletableFuture<@Nullable List<Lease>> acquiring = acquisition.start();
		acquiring.whenComplete((leases, failure) -> {
			if (failure != null) {
				delivery.completeExceptionally(failure);
			}
			else if (!delivery.complete(combined(leases)) && leases != null) {
				RedisCombinedLease.release(leases);
			}
		});
		delivery.whenComplete((lease, failure) -> acquisition.cancel());
		return delivery;
	}

	private static void giveUp(Gathering acquisition, CompletableFuture<@Nullable List<Lease>> acquiring) {
		if (!acquisition.cancel()) {
			acquiring.thenAccept((leases) -> {
				if (leases != null) {
					RedisCombinedLease.release(leases);
				}
			});
		}
	}

	private Optional<Lease> combined(@Nullable List<Lease> leases) {
		return (leases != null) ? Optional.of(new RedisCombinedLease(this.owner.engine(), this.name, leases))
				: Optional.empty();
	}

	@Override
	public Lock asLock(LockOptions options) {
		Checks.notNull("options", options);
		return new MultiThreadLock(this.owner, this.locks.stream().map(NamedLock::name).toList(),
				this.locks.stream().map((lock) -> lock.asLock(options)).toList(), options.onUnavailable());
	}

	/** Held means that one of them is held. */
	@Override
	public LockInfo info() {
		List<LockInfo> all = this.locks.stream().map(NamedLock::info).toList();
		return new LockInfo(this.name, all.stream().flatMap((info) -> info.holder().stream()).findFirst(),
				all.stream().mapToLong(LockInfo::token).max().orElseThrow(),
				all.stream().map(LockInfo::remaining).max(Comparator.naturalOrder()).orElseThrow(),
				all.stream().map(LockInfo::age).max(Comparator.naturalOrder()).orElseThrow(),
				all.stream().mapToInt(LockInfo::waiting).max().orElseThrow());
	}

	@Override
	public boolean forceRelease() {
		boolean held = false;
		for (int i = 0; i < this.locks.size(); i++) {
			try {
				held |= this.locks.get(i).forceRelease();
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.inPart(i, 1, this.locks.size() - i - 1, ex);
			}
		}
		return held;
	}

	@Override
	public String toString() {
		return "NamedLock[" + this.name + ']';
	}

}
